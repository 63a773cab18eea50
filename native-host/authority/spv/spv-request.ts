import type { RequestParams } from '../../../shared/domain/requests.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Gateway, type GatewayCookies, leadsToCertificate } from '../wire/gateway.ts'
import type { Http } from '../wire/http.ts'
import { unclearAnswer } from '../wire/unknown-outcome.ts'
import { readRequestAnswer } from './request-answer.ts'
import type { Spv } from './spv.ts'

const OPERATION = 'cerere'
/** Largest answer that is read, bytes. */
const MAX_ANSWER = 4_000_000
/** How long to wait for an answer, ms: the service may accept a request that the client has given up. */
const ANSWER_TIMEOUT = 180_000

/** Our fields and the service's parameters, in the service's order (docs/authority/mailbox.md). */
const WIRE_NAMES = {
  year: 'an',
  month: 'luna',
  reason: 'motiv',
  registration: 'numar_inregistrare',
  branch: 'cui_pui',
  from: 'lunai',
  to: 'lunas',
} as const satisfies Record<keyof RequestParams, string>

type Options = {
  http: Http
  gateway: Gateway
  spvUrl: string
  /** Returns when the service answers with these cookies; throws the reason if it does not. */
  reach: (cookies: GatewayCookies, signal: AbortSignal) => Promise<unknown>
}

/**
 * `cerere`: a GET that files a request each time it arrives (docs/decisions/0019-some-gets-file.md). Reading a list
 * first tests the session and goes through the gateway's revalidation. The request itself leaves once and follows no
 * redirect.
 */
export function createSpvRequest({ http, gateway, spvUrl, reach }: Options): Spv['request'] {
  return async ({ type, cui, params }, cookies, signal, onBytes) => {
    await reach(cookies, signal)
    const url = `${spvUrl}/cerere?${queryOf(type, cui, params)}`
    const sizes = { maxBytes: MAX_ANSWER, timeout: ANSWER_TIMEOUT }
    const request = { operation: OPERATION, what: 'request', method: 'GET', url, ...sizes, onBytes } as const
    const answer = await gateway.once(request, cookies, signal)
    const outcome = readRequestAnswer(OPERATION, answer)
    if (outcome) return outcome
    const isOver = leadsToCertificate(answer, url) || answer.body.kind === 'login-wall'
    const cause = isOver ? new RecipisaError('gateway-session-expired') : undefined
    throw await unclearAnswer(http, OPERATION, answer, 'request', cause)
  }
}

/** Spaces become %20, as in the documented examples; some services do not read a form's + as a space. */
function queryOf(type: string, cui: string, params: RequestParams): string {
  const fields = Object.entries(WIRE_NAMES).map(
    ([field, name]) => [name, params[field as keyof RequestParams]] as const,
  )
  return [['tip', type] as const, ['cui', cui] as const, ...fields]
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&')
}
