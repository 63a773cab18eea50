import { untilAborted } from '../../../shared/async/until-aborted.ts'
import { daysBefore } from '../../../shared/domain/romania-time.ts'
import type { Reason } from '../../../shared/errors/reasons.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DailyLimits, DailyOperation } from '../../limits/daily.ts'
import type { Profile } from '../../profile/profile.ts'
import { type AccessTokens, authorizationOf, createApi } from '../oauth/authorized-api.ts'
import { helloOf, sayHello } from '../oauth/hello.ts'
import type { TokenProof } from '../oauth/token-proof.ts'
import { isNoMessages } from '../wire/answers/notes.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'
import { createUnreadEntries, type UnreadEntry } from '../wire/unread-entries.ts'
import { type ReadPage, readAllPages } from './lists/all-pages.ts'
import { type ListPage, parseList } from './lists/lists.ts'
import { acceptedWindow, RETENTION, type Window } from './lists/window.ts'
import {
  dailyLimitOf,
  isNoLongerThere,
  isPageBeyondLast,
  isRangeRefused,
  isTooManyForDays,
  noteError,
  quotedMoment,
} from './notes.ts'
import type { EInvoicing, ListFilter, MessageWindow } from './types.ts'
import { parseUploadStatus } from './upload-status.ts'

type Options = {
  http: Http
  profile: Pick<Profile, 'access' | 'apiUrl' | 'environment'>
  tokens: AccessTokens
  proof: TokenProof
  daily: DailyLimits
}

/** The daily limit that a call counts against, and its company or document. */
type Counted = { as: DailyOperation; subject: string }

/** Largest answers, bytes: 500 entries take 200 KB; an invoice has up to 10 MB before it is signed and packed. */
const MAX_TEXT = 16_000_000
const MAX_ZIP = 64_000_000
/** The reasons of a list call for a company without rights. */
const RIGHTS: readonly Reason[] = ['no-rights-for-company', 'certificate-without-rights']

/** The e-invoicing API, with a token or the certificate (E-28, docs/authority/e-invoicing.md). Translates the wire's words into the product's. */
export function createEInvoicing({ http, profile, tokens, proof, daily }: Options): EInvoicing {
  const api = createApi(http, tokens, proof)
  const unreadEntries = createUnreadEntries(http)

  const read = (
    operation: string,
    params: Record<string, string>,
    { as, subject }: Counted,
    signal: AbortSignal,
    maxBytes = MAX_TEXT,
  ) => {
    const url = `${profile.apiUrl}/${profile.environment}/FCTEL/rest/${operation}?${new URLSearchParams(params)}`
    return api.read({ operation, url, maxBytes, beforeEach: () => daily.take(as, subject) }, signal)
  }

  /** The error for a note. A note that today's calls are used up stops further calls. */
  const refused = async (operation: string, note: string, { as, subject }: Counted, cui?: string) => {
    const error = noteError(operation, note, cui)
    if (error.reason === 'quota-reached') await daily.exhaust(as, subject)
    return error
  }

  let asking: { by: AbortSignal; answered: Promise<void> } | undefined
  /**
   * Learns the service's clock before the first window is named. Then no window touches the limits, however wrong this
   * machine's clock is (E-13). Any answer has a Date header, even a refusal, so nothing else is read.
   */
  const ensureClockKnown = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (http.serverClock.known) return
    const request = async () => {
      const url = helloOf(profile)
      const headers = authorizationOf(await tokens.accessToken(signal))
      const hello = { operation: 'TestOauth', to: 'api', method: 'GET', url, headers, maxBytes: MAX_TEXT } as const
      await http.send({ ...hello, isSecret: true }, signal)
    }
    // Lists of many companies start together: only one of them asks, and only once if answers carry no time.
    const first = asking ?? { by: signal, answered: request() }
    asking = first
    try {
      await untilAborted(first.answered, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (asking === first) asking = undefined
      if (!first.by.aborted) throw error
      await ensureClockKnown(signal) // the one that asked has left without an answer
    }
  }

  /** The answer of a list: its page, the note in place of a page, or undefined for "no messages" (E-12). */
  const readList = async (
    operation: string,
    cui: string,
    answer: HttpAnswer,
  ): Promise<ListPage | string | undefined> => {
    const { body, bytes, status } = answer
    if (body.kind === 'note') return status === 200 && isNoMessages(body.note) ? undefined : body.note
    if (status !== 200 || body.kind !== 'json') throw await api.explain(operation, answer)
    const page = parseList(body.value, cui)
    if ('problem' in page) throw await http.unexpected(operation, page.problem, bytes)
    return page
  }

  const readWindow = async (
    { cui, filter }: { cui: string; filter?: ListFilter | undefined },
    { start, end }: Window,
    signal: AbortSignal,
  ): Promise<MessageWindow> => {
    const operation = 'listaMesajePaginatieFactura'
    const counted = { as: 'list-paginated', subject: cui } as const
    // Several passes see the same entry.
    const unread = new Map<string, UnreadEntry>()
    let unreadBytes: Uint8Array = new Uint8Array()
    let certificate: string | null = null
    const readPage: ReadPage = async page => {
      const params = { startTime: `${start}`, endTime: `${end}`, cif: cui, pagina: `${page}` }
      const answer = await read(operation, { ...params, ...(filter ? { filtru: filter } : {}) }, counted, signal)
      const list = await readList(operation, cui, answer)
      if (typeof list !== 'string') {
        for (const one of list?.unread ?? []) unread.set(JSON.stringify(one.entry), one)
        if (list?.unread.length) unreadBytes = answer.bytes
        certificate ??= list?.certificate ?? null
        return list
      }
      // Only the note "no messages" says that a window is empty (E-12); a missing first page proves nothing.
      if (page > 1 && isPageBeyondLast(list)) return undefined
      if (isRangeRefused(list)) throw new RangeRefused(list, answer)
      throw await refused(operation, list, counted, cui)
    }
    const { messages, settled } = await readAllPages(readPage)
    // A list that kept changing is read again from its start next time.
    return {
      messages,
      completeUntil: settled ? end : start,
      certificate,
      unread: await unreadEntries(operation, [...unread.values()], unreadBytes, cui),
    }
  }

  const listWindow: EInvoicing['listWindow'] = async ({ cui, from, until, filter }, signal) => {
    if (typeof from === 'number' && until !== undefined && until <= from) throw new RecipisaError('window-inverted')
    const start = () => (typeof from === 'function' ? from(http.serverClock.bounds().earliest) : from)
    const accepted = () => acceptedWindow(start(), until, http.serverClock)
    if (accepted()) await ensureClockKnown(signal)
    const readAccepted = async (): Promise<MessageWindow> => {
      const window = accepted()
      if (window) return readWindow({ cui, filter }, window, signal)
      return { messages: [], completeUntil: undefined, certificate: null, unread: undefined }
    }
    try {
      return await readAccepted()
    } catch (error) {
      if (!(error instanceof RangeRefused)) throw error
      learnClock(http, error)
      if (!http.serverClock.known) throw error.toNoteError()
    }
    try {
      return await readAccepted() // the service's clock is known now
    } catch (error) {
      throw error instanceof RangeRefused ? error.toNoteError() : error
    }
  }

  const listByDays: EInvoicing['listByDays'] = async ({ cui, days, filter }, signal) => {
    checkDays(days)
    const operation = 'listaMesajeFactura'
    const counted = { as: 'list-by-days', subject: cui } as const
    const asked = acceptedWindow(undefined, undefined, http.serverClock)
    const params = { zile: `${days}`, cif: cui, ...(filter ? { filtru: filter } : {}) }
    const answer = await read(operation, params, counted, signal)
    const list = await readList(operation, cui, answer)
    if (typeof list === 'string') {
      if (!isTooManyForDays(list)) throw await refused(operation, list, counted, cui)
      const from = daysBefore(http.serverClock.bounds().earliest, days)
      return listWindow({ cui, from, filter }, signal)
    }
    const unread = await unreadEntries(operation, list?.unread ?? [], answer.bytes, cui)
    const { messages = [], certificate = null } = list ?? {}
    return { messages, completeUntil: asked?.end, certificate, unread }
  }

  return {
    listWindow,
    listByDays,
    hello: signal => sayHello(api, profile, signal),
    async rightsFor(cui, signal) {
      try {
        const { certificate } = await listByDays({ cui, days: 1 }, signal)
        return { refusal: undefined, certificate }
      } catch (error) {
        if (error instanceof RecipisaError && RIGHTS.includes(error.reason))
          return { refusal: error, certificate: null }
        throw error
      }
    },
    async download(id, signal) {
      const operation = 'descarcare'
      const counted = { as: 'download', subject: id } as const
      const answer = await read(operation, { id }, counted, signal, MAX_ZIP)
      const { body } = answer
      if (body.kind === 'zip' && answer.status === 200) return { kind: 'zip', bytes: body.bytes }
      if (body.kind !== 'note') throw await api.explain(operation, answer)
      if (isNoLongerThere(body.note)) return { kind: 'expired', note: body.note }
      throw await refused(operation, body.note, counted)
    },
    async status(uploadIndex, signal) {
      const operation = 'stareMesaj'
      const counted = { as: 'status', subject: uploadIndex } as const
      const answer = await read(operation, { id_incarcare: uploadIndex }, counted, signal)
      const { body } = answer
      if (body.kind === 'note') throw await refused(operation, body.note, counted)
      const status = body.kind === 'xml' && answer.status === 200 ? parseUploadStatus(body.text) : undefined
      if (status === undefined) throw await api.explain(operation, answer)
      const used = status.kind === 'query-error' ? status.messages.find(dailyLimitOf) : undefined
      if (used !== undefined) throw await refused(operation, used, counted)
      return status
    },
  }
}

/** The window touches the limits of the service's clock. Never leaves this file. */
class RangeRefused extends Error {
  readonly note: string
  readonly answer: HttpAnswer

  constructor(note: string, answer: HttpAnswer) {
    super(note)
    this.note = note
    this.answer = answer
  }

  toNoteError(): RecipisaError {
    return noteError('listaMesajePaginatieFactura', this.note)
  }
}

/** Takes the moment that the service quotes in its note, if any. Its Date header is already known. */
function learnClock({ serverClock }: Http, { note, answer }: RangeRefused) {
  const moment = quotedMoment(note, serverClock.bounds().earliest)
  if (moment !== undefined) serverClock.observeQuote(moment, answer.sentAt, answer.receivedAt)
}

function checkDays(days: number) {
  if (Number.isInteger(days) && days >= 1 && days <= RETENTION) return
  const problem = `a whole number from 1 to ${RETENTION}`
  throw new RecipisaError('argument-invalid', { name: 'days', value: days, problem })
}
