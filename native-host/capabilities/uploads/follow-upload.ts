import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Attempt } from '../../../shared/protocol/uploads.ts'
import type { Attempts } from '../../archive/core/archive.ts'
import { isDue } from '../../jobs/schedule.ts'
import { watchRows } from '../../jobs/watch.ts'

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
  return watchRows({
    read() {
      const attempt = attempts.get(id)
      if (!attempt) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such filing' })
      return attempt
    },
    shown: attempt => attempt,
    isOver: done,
    isWaiting: attempt => isDue(attempt, now()) && !attempts.isClaimed(id),
    revive: () => revive(id),
    signal,
    progress,
  })
}
