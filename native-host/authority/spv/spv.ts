import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import type { RequestParams } from '../../../shared/domain/requests.ts'
import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { fold } from '../../../shared/text/fold.ts'
import type { Profile } from '../../profile/profile.ts'
import { explainAnswer } from '../wire/answers/explain.ts'
import { isNoMessages } from '../wire/answers/notes.ts'
import type { Gateway, GatewayCookies } from '../wire/gateway.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'
import { createUnreadEntries } from '../wire/unread-entries.ts'
import { parseMailList } from './message-list.ts'
import { readSpvNote, spvNoteError } from './spv-notes.ts'
import { createSpvRequest } from './spv-request.ts'
import { helloUrl, listUrl } from './spv-start.ts'

/** The holder of the certificate, as every list with messages names them. */
export type SpvIdentity = {
  cnp: string
  certificateSerial: string
  /** The list of rights: CUIs and CNPs (S-02). */
  cuis: string[]
}

/** `identity` is undefined if the answer names none, like a list without messages (S-02). */
export type MailList = {
  messages: ListedMail[]
  identity: SpvIdentity | undefined
  /** The error for unreadable entries; the answer is kept for inspection. */
  unread: RecipisaError | undefined
  /** The moment of the list by the service's clock, epoch ms, if it tells it. */
  listedAt?: number | undefined
}

/** The answer to a request: its id, or the service's objection (S-04, S-06). */
export type RequestAnswer =
  | { kind: 'accepted'; requestId: string; announcement: string }
  | { kind: 'rejected'; category: 'rights' | 'validation'; note: string }

/** A document, or the note that refuses it. `busy`: another seat is downloading it now, for everyone. */
export type MailDocument = { kind: 'pdf'; bytes: Uint8Array } | { kind: 'refused'; note: string } | { kind: 'busy' }

/**
 * The mailbox services (docs/authority/mailbox.md). Their technical errors are `spv-technical`, with the code (S-04).
 */
export type Spv = {
  /** Messages of the last `days` days, for all rights or for one CUI (S-01). */
  list(query: { days: number; cui?: string }, cookies: GatewayCookies, signal: AbortSignal): Promise<MailList>
  /** The document of a message; its bytes distinguish it from a note (S-05). */
  document(id: string, cookies: GatewayCookies, signal: AbortSignal): Promise<MailDocument>
  /**
   * Requests a report. The request is sent once and never repeated. `onBytes` as in `HttpRequest`. A failure with the
   * code `outcome-unknown` means that bytes had left and that no answer came, or only one that proves nothing. Any
   * other failure means that the service certainly did not accept the request.
   */
  request(
    query: { type: string; cui: string; params: RequestParams },
    cookies: GatewayCookies,
    signal: AbortSignal,
    onBytes?: () => void,
  ): Promise<RequestAnswer>
  /** Returns when the list comes with these cookies alone; throws the reason otherwise (G-02). */
  hello(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
  /** Ends the session at the gateway (G-11). */
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

/** Largest answers that are read, bytes: ample room for all messages of many companies. */
const MAX_LIST = 64 * 1024 * 1024
const MAX_DOCUMENT = 128 * 1024 * 1024
/** How long to wait for an answer, ms: the service may make a document while the client waits. */
const ANSWER_TIMEOUT = 180_000

export function createSpv(http: Http, gateway: Gateway, { spvUrl }: Pick<Profile, 'spvUrl'>): Spv {
  const unreadEntries = createUnreadEntries(http)

  /** The service's answer to the shortest list, even if it is that there are no rights. */
  const reach = async (cookies: GatewayCookies, signal: AbortSignal): Promise<HttpAnswer> => {
    const operation = 'listaMesaje'
    const answer = await gateway.read({ operation, url: helloUrl({ spvUrl }), maxBytes: MAX_LIST }, cookies, signal)
    if (isMessageList(answer) || isWithoutRights(answer)) return answer
    throw await explainAnswer(http, operation, answer)
  }

  return {
    exit: gateway.exit,
    async hello(cookies, signal) {
      const answer = await reach(cookies, signal)
      if (isWithoutRights(answer) && answer.body.kind === 'note') throw spvNoteError('listaMesaje', answer.body.note)
    },
    async list(query, cookies, signal) {
      const operation = 'listaMesaje'
      const answer = await gateway.read(
        { operation, url: listUrl(spvUrl, query), maxBytes: MAX_LIST, timeout: ANSWER_TIMEOUT },
        cookies,
        signal,
      )
      const { body, status, bytes, servedAt: listedAt } = answer
      if (body.kind === 'note' && isNoMessages(body.note))
        return { messages: [], identity: undefined, unread: undefined, listedAt }
      if (body.kind === 'note') throw spvNoteError(operation, body.note, query.cui)
      if (body.kind !== 'json' || status !== 200) throw await explainAnswer(http, operation, answer)
      const list = parseMailList(body.value, query.cui)
      if ('problem' in list) throw await http.unexpected(operation, list.problem, bytes)
      return { ...list, unread: await unreadEntries(operation, list.unread, bytes), listedAt }
    },
    async document(id, cookies, signal) {
      const operation = 'descarcare'
      const url = `${spvUrl}/descarcare?id=${encodeURIComponent(id)}`
      const read = { operation, url, maxBytes: MAX_DOCUMENT, timeout: ANSWER_TIMEOUT }
      const answer = await gateway.read(read, cookies, signal)
      const { body, status } = answer
      if (body.kind === 'pdf' && status === 200) return { kind: 'pdf', bytes: body.bytes }
      if (body.kind !== 'note') throw await explainAnswer(http, operation, answer)
      const { category } = readSpvNote(body.note)
      if (category === 'download-refused' || category === 'rights') return { kind: 'refused', note: body.note }
      throw spvNoteError(operation, body.note)
    },
    request: createSpvRequest({ http, gateway, spvUrl, reach }),
  }
}

const isWithoutRights = ({ body }: HttpAnswer): boolean =>
  body.kind === 'note' && readSpvNote(body.note).category === 'rights'

/** A list or the service's note about one: both come from behind the gateway. */
function isMessageList({ status, body }: HttpAnswer): boolean {
  if (status !== 200) return false
  if (body.kind === 'note') return isTitle(body.title)
  return body.kind === 'json' && typeof body.value === 'object' && body.value !== null && 'titlu' in body.value
    ? isTitle(body.value.titlu)
    : false
}

const isTitle = (title: unknown): boolean => typeof title === 'string' && fold(title).startsWith('lista mesaje')
