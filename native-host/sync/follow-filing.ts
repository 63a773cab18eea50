import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Attempt } from '../../shared/protocol/uploads.ts'
import type { Attempts } from '../archive/archive.ts'

/** How often a watched attempt is read, ms. */
const POLL = 150

/** Whether the authority has answered, or it is certain that it will not. */
export function isSent({ state }: Attempt): boolean {
  return state !== 'sending'
}

/** Whether nothing more will become known of it by itself. */
export function isSettled({ state, nextCheckAt }: Attempt): boolean {
  return state === 'unknown' ? nextCheckAt === null : state !== 'sending' && state !== 'processing'
}

export type FilingWatch = {
  now: () => number
  /** Has somebody work on it; called while something is due and nobody does. */
  revive: (id: number) => void | Promise<void>
  signal: AbortSignal
  progress: (attempt: Attempt) => void
}

/** Watches an attempt, whichever process works on it, until `done`. The signal ends the watching, not the filing. */
export async function followFiling(
  attempts: Pick<Attempts, 'get' | 'isClaimed'>,
  id: number,
  done: (attempt: Attempt) => boolean,
  { now, revive, signal, progress }: FilingWatch,
): Promise<Attempt> {
  let shown = ''
  for (;;) {
    signal.throwIfAborted()
    const attempt = attempts.get(id)
    if (!attempt) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such filing' })
    if (JSON.stringify(attempt) !== shown) {
      shown = JSON.stringify(attempt)
      progress(attempt)
    }
    if (done(attempt)) return attempt
    if (isDue(attempt, now()) && !attempts.isClaimed(id)) await revive(id)
    await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Whether something is to be done for it now. */
export function isDue({ state, nextCheckAt }: Attempt, now: number): boolean {
  return state === 'sending' || (nextCheckAt !== null && nextCheckAt <= now)
}
