import type { MailDocument, MailList, RequestAnswer, Spv } from '../authority/spv.ts'
import type { GatewaySession } from '../session/gateway-session.ts'

/** The mailbox services with the kept session: what a sync and the requests need of the authority. */
export type MailSource = {
  list(query: Parameters<Spv['list']>[0], signal: AbortSignal): Promise<MailList>
  document(id: string, signal: AbortSignal): Promise<MailDocument>
  request(query: Parameters<Spv['request']>[0], signal: AbortSignal): Promise<RequestAnswer>
}

/**
 * How long a call under way may go on after nobody wants its answer any more, ms. Each answer rewrites the cookies, so
 * a call that is cut off may cost the session, and with it somebody's PIN (G-12).
 */
const GRACE = 5000

export function createMailSource(spv: Spv, session: Pick<GatewaySession, 'use'>): MailSource {
  return {
    list: (query, signal) => session.use(cookies => spv.list(query, cookies, graceful(signal)), signal),
    document: (id, signal) => session.use(cookies => spv.document(id, cookies, graceful(signal)), signal),
    request: (query, signal) => session.use(cookies => spv.request(query, cookies, graceful(signal)), signal),
  }
}

/** Aborts `GRACE` after the other signal. */
function graceful(signal: AbortSignal): AbortSignal {
  const late = new AbortController()
  const abort = () => setTimeout(() => late.abort(signal.reason), GRACE).unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return late.signal
}
