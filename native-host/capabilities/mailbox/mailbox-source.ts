import type { MailDocument, MailList, RequestAnswer, Spv } from '../../authority/spv/spv.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'

/** The mailbox service with the kept session: the calls that a sync and the requests make. */
export type MailSource = {
  list(query: Parameters<Spv['list']>[0], signal: AbortSignal): Promise<MailList>
  document(id: string, signal: AbortSignal): Promise<MailDocument>
  /** `onBytes` as in `Spv.request`. */
  request(query: Parameters<Spv['request']>[0], signal: AbortSignal, onBytes: () => void): Promise<RequestAnswer>
}

/**
 * How long a call under way may go on after its signal has aborted, ms. Each answer rewrites the cookies, so a cut-off
 * call may cost the session, and a person has to enter the PIN again (G-12).
 */
const GRACE = 5000

export function createMailSource(spv: Spv, session: Pick<GatewaySession, 'use'>): MailSource {
  return {
    list: (query, signal) => session.use(cookies => withGrace(signal, late => spv.list(query, cookies, late)), signal),
    document: (id, signal) =>
      session.use(cookies => withGrace(signal, late => spv.document(id, cookies, late)), signal),
    request: (query, signal, onBytes) =>
      session.use(cookies => withGrace(signal, late => spv.request(query, cookies, late, onBytes)), signal),
  }
}

/** Makes a call with a signal that aborts `GRACE` ms after the given one. */
async function withGrace<T>(signal: AbortSignal, call: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const abort = () => {
    timer = setTimeout(() => late.abort(signal.reason), GRACE)
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await call(late.signal)
  } finally {
    signal.removeEventListener('abort', abort)
    clearTimeout(timer)
  }
}
