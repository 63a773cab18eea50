import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Notices } from '../../archive/mailbox/mailbox-archive.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'

/** How often it is looked whether somebody has signed in again, ms. */
const POLL = 500

export type PauseOptions = {
  session: Pick<GatewaySession, 'status'>
  notices: Pick<Notices, 'sessionNeeded'>
  now: () => number
  /** How long to wait for a new session, ms. */
  patience: number
  signal: AbortSignal
  /** Told when the waiting begins and when it is over. */
  onPause: (isWaiting: boolean) => void
  /** Called with a new session before the call is made once more: it may be somebody else's. */
  onResume?: () => Promise<void>
}

/**
 * Makes a call; when the gateway wants the certificate again, tells the person once, waits until any process has taken
 * a new session over, and makes it once more. Nothing is asked of the authority meanwhile, and nothing starts a sign-in
 * (G-12). Throws `gateway-session-expired` when nobody comes, `session-missing` when the session was given up.
 */
export async function withSession<T>(call: () => Promise<T>, options: PauseOptions): Promise<T> {
  for (let isNew = false; ; isNew = true) {
    try {
      if (isNew) await options.onResume?.()
      return await call()
    } catch (error) {
      if (!(error instanceof RecipisaError) || error.reason !== 'gateway-session-expired') throw error
      await untilActive(error, options)
    }
  }
}

async function untilActive(expired: RecipisaError, options: PauseOptions): Promise<void> {
  const { session, notices, now, patience, signal, onPause } = options
  const until = now() + patience
  let told: number | undefined
  onPause(true)
  try {
    for (;;) {
      const { state, service, since } = await session.status()
      if (state === 'active') return
      if (state === 'none') throw new RecipisaError('session-missing')
      if (since !== null && since !== told) notices.sessionNeeded(service, since)
      told = since ?? told
      if (now() >= until) throw expired
      await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  } finally {
    onPause(false)
  }
}
