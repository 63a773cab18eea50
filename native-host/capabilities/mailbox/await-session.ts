import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Notices } from '../../archive/mailbox/mailbox-archive.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'

/** How often to look for a new session, ms. */
const POLL = 500

export type AwaitSessionOptions = {
  session: Pick<GatewaySession, 'status'>
  notices: Pick<Notices, 'sessionNeeded'>
  now: () => number
  /** How long to wait for a new session, ms. */
  patience: number
  signal: AbortSignal
  /** Called when the wait begins and when it ends. */
  onPause: (isWaiting: boolean) => void
  /** Called with a new session, which may be another person's, before the call is repeated. */
  onResume?: () => Promise<void>
}

/**
 * Makes a call. If the gateway wants the certificate again, adds one notice, waits until any process has a new session,
 * and repeats the call. Meanwhile no call goes to the authority, and nothing starts a sign-in (G-12). Throws
 * `gateway-session-expired` if nobody signs in, `session-missing` if the session was deleted.
 */
export async function withSession<T>(call: () => Promise<T>, options: AwaitSessionOptions): Promise<T> {
  for (let isNew = false; ; isNew = true) {
    try {
      if (isNew) await options.onResume?.()
      return await call()
    } catch (error) {
      if (!(error instanceof RecipisaError) || error.reason !== 'gateway-session-expired') throw error
      await awaitActive(error, options)
    }
  }
}

async function awaitActive(expired: RecipisaError, options: AwaitSessionOptions): Promise<void> {
  const { session, notices, now, patience, signal, onPause } = options
  const until = now() + patience
  let noticed: number | undefined
  onPause(true)
  try {
    for (;;) {
      const { state, service, since } = await session.status()
      if (state === 'active') return
      if (state === 'none') throw new RecipisaError('session-missing')
      if (since !== null && since !== noticed) notices.sessionNeeded(service, since)
      noticed = since ?? noticed
      if (now() >= until) throw expired
      await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  } finally {
    onPause(false)
  }
}
