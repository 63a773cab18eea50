import * as v from 'valibot'
import type { Register, RegisterQuery, RegisterRecord, Statement } from '../../../shared/domain/registers.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Profile } from '../../profile/profile.ts'
import { explainAnswer } from '../wire/answers/explain.ts'
import type { Http, HttpAnswer, HttpRequest } from '../wire/http.ts'
import { isGone, isNotReady, isUnknown } from './async-answer.ts'
import { noteOf } from './register-note.ts'
import { serviceOf } from './register-services.ts'
import { parseRegisterAnswer } from './registers-answer.ts'
import { parseStatement } from './statement-answer.ts'
import { WireCount } from './wire-fields.ts'

/** A register's answer to one request: the records, and the companies without data. */
export type RegisterPage = { records: RegisterRecord[]; notFound: string[]; answeredAt: number }

/** The public registers (docs/authority/registers.md), without sign-in. Each call waits for the host's pacer (P-10). */
export type Registers = {
  /**
   * One request, for at most `mostOf(register)` companies (P-09). `onSent` is called each time the request leaves,
   * repeats included: the next caller may then have its turn before the answer comes.
   */
  ask(query: RegisterQuery, signal: AbortSignal, onSent?: () => void): Promise<RegisterPage>
  /** Submits a VAT question to the asynchronous service, for at most 100 companies (P-07). */
  submitVat(query: Omit<RegisterQuery, 'register'>, signal: AbortSignal): Promise<{ correlationId: string }>
  /**
   * The result of a submitted question. The service hands it out only once, so the caller must store it first.
   * `not-ready` may be asked again. Throws `async-result-gone` if it was fetched before or its 3 days have passed.
   * While a question `isNew`, an answer that it is unknown counts as `not-ready`.
   */
  fetchVat(
    question: { correlationId: string; isNew: boolean },
    signal: AbortSignal,
  ): Promise<RegisterPage | 'not-ready'>
  /** The financial statement of a year; undefined if there is none (P-04). */
  statement(query: { cui: string; year: number }, signal: AbortSignal): Promise<Statement | undefined>
}

/** Pause between submitting a question and first asking for its result, ms (P-07). */
export const ASYNC_WAIT = 2000

/** Most companies of one request to a register (P-09). */
export const mostOf = (register: Register): number => serviceOf(register).most

const SUBMIT = { operation: 'tva-async', path: '/AsynchWebService/api/v8/ws/tva' }
/** v7 fetches the result, although v8 takes the question. */
const FETCH = { operation: 'tva-async-result', path: '/AsynchWebService/api/v7/ws/tva' }
const STATEMENT = { operation: 'bilant', path: '/bilant' }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Largest answer that is read, bytes: 500 companies take about half a megabyte. */
const MAX_ANSWER = 16_000_000

export type RegistersOptions = {
  http: Http
  profile: Pick<Profile, 'publicUrl'>
  /** How long to wait for pauses that the service asks for, ms; the default is that of `HttpRequest`. */
  patience?: number
}

/** Client of the public registers and statements: the public host, without sign-in. */
export function createRegisters({ http, profile, patience }: RegistersOptions): Registers {
  const post = ({ operation, path }: { operation: string; path: string }, query: Omit<RegisterQuery, 'register'>) => ({
    ...request(operation, `${profile.publicUrl}${path}`),
    patience,
    method: 'POST' as const,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    // It is only a query, so it is repeated after a reset (P-10).
    mayRepeat: true,
    body: JSON.stringify(query.cuis.map(cui => ({ cui: Number(cui), data: query.day }))),
  })
  const get = ({ operation, path }: { operation: string; path: string }, search: string) => ({
    ...request(operation, `${profile.publicUrl}${path}?${search}`),
    patience,
    method: 'GET' as const,
    headers: { accept: 'application/json' },
  })

  /** The error for an answer without data: the service's own text if it gives one. */
  const failure = async (operation: string, answer: HttpAnswer): Promise<RecipisaError> => {
    const note = answer.status < 500 ? noteOf(answer) : undefined
    if (note !== undefined) return new RecipisaError('authority-note', { operation, note })
    return explainAnswer(http, operation, answer)
  }

  return {
    async ask({ register, ...query }, signal, onSent) {
      checkQuery(query, mostOf(register))
      const service = serviceOf(register)
      const sent = onSent ? { ...post(service, query), beforeEach: onSent } : post(service, query)
      const answer = await http.send(sent, signal)
      // A 404 may still be the register's answer that it has no data for any company (P-03).
      const value = jsonOf(answer, [200, 404])
      if (value === undefined) throw await failure(service.operation, answer)
      const read = parseRegisterAnswer(register, value, new Set(query.cuis))
      if (read.kind === 'refused')
        throw new RecipisaError('authority-note', { operation: service.operation, note: read.note })
      if (read.kind === 'wrong') throw await http.unexpected(service.operation, read.problem, answer.bytes)
      if (answer.status === 404 && read.records.length > 0)
        throw await http.unexpected(service.operation, 'HTTP 404 with data', answer.bytes)
      return pageOf({ ...read, records: answeredFor(read.records, romaniaDay(answer.receivedAt)) }, answer)
    },

    async submitVat(query, signal) {
      checkQuery(query, mostOf('vat'))
      const answer = await http.send(post(SUBMIT, query), signal)
      const value = jsonOf(answer, [200])
      if (value === undefined) throw await failure(SUBMIT.operation, answer)
      const { cod, message, correlationId } = value as Record<string, unknown>
      if (typeof correlationId === 'string' && UUID.test(correlationId)) return { correlationId }
      const code = v.safeParse(WireCount, cod)
      if (code.success && code.output !== 200 && typeof message === 'string')
        throw new RecipisaError('authority-note', { operation: SUBMIT.operation, note: message })
      throw await http.unexpected(SUBMIT.operation, 'it has no correlationId', answer.bytes)
    },

    async fetchVat({ correlationId, isNew }, signal) {
      if (!UUID.test(correlationId)) throw new RangeError('a correlation id is a UUID')
      const answer = await http.send(get(FETCH, `id=${correlationId}`), signal)
      const value = jsonOf(answer, [200])
      const read = value === undefined ? undefined : parseRegisterAnswer('vat', value, undefined)
      // Every question names a company, so a result without any is not ready yet.
      if (read?.kind === 'page' && read.records.length + read.notFound.length > 0) return pageOf(read, answer)
      const note = read?.kind === 'refused' ? read.note : noteOf(answer)
      if (note !== undefined && (isGone(note) || (isUnknown(note) && !isNew)))
        throw new RecipisaError('async-result-gone', { correlationId, note })
      if (isNotReady(answer, value)) return 'not-ready'
      if (read?.kind === 'wrong') throw await http.unexpected(FETCH.operation, read.problem, answer.bytes)
      throw await explainAnswer(http, FETCH.operation, answer)
    },

    async statement(query, signal) {
      checkCui(query.cui)
      const answer = await http.send(get(STATEMENT, `an=${query.year}&cui=${query.cui}`), signal)
      const value = jsonOf(answer, [200])
      // Only a list of indicators, even empty or null, proves that there are none.
      if (value === undefined || !('i' in value)) throw await failure(STATEMENT.operation, answer)
      const read = parseStatement(value, query)
      if (read.kind === 'wrong') throw await http.unexpected(STATEMENT.operation, read.problem, answer.bytes)
      return read.kind === 'none' ? undefined : read.statement
    },
  }
}

const request = (operation: string, url: string): Pick<HttpRequest, 'operation' | 'to' | 'url' | 'maxBytes'> => ({
  operation,
  to: 'public',
  url,
  maxBytes: MAX_ANSWER,
})

const pageOf = (
  { records, notFound }: Pick<RegisterPage, 'records' | 'notFound'>,
  { receivedAt }: HttpAnswer,
): RegisterPage => ({ records, notFound, answeredAt: receivedAt })

/** The object in a JSON answer with one of these statuses. */
function jsonOf({ body, status }: HttpAnswer, statuses: readonly number[]): object | undefined {
  const value = body.kind === 'json' && statuses.includes(status) ? body.value : undefined
  return typeof value === 'object' && value !== null ? value : undefined
}

/** For a future day the cult register answers for today, whatever day its answer names (P-06). */
const answeredFor = (records: RegisterRecord[], today: string): RegisterRecord[] =>
  records.map(of => {
    if (of.register !== 'cult' || of.record.asOf === null || of.record.asOf <= today) return of
    return { ...of, record: { ...of.record, asOf: today } }
  })

function checkQuery({ cuis }: Pick<RegisterQuery, 'cuis'>, most: number) {
  if (cuis.length === 0 || cuis.length > most) throw new RangeError(`a request asks for 1 to ${most} companies`)
  if (new Set(cuis).size < cuis.length) throw new RangeError('a request asks for a company once')
  for (const cui of cuis) checkCui(cui)
}

function checkCui(cui: string) {
  if (!/^[1-9]\d{1,9}$/.test(cui)) throw new RangeError('a CUI has 2 to 10 digits and no prefix')
}
