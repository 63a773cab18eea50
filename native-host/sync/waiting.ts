import { setTimeout as wait } from 'node:timers/promises'
import type { Attempt } from '../../shared/protocol/uploads.ts'
import type { Archive } from '../archive/archive.ts'
import { isDue } from './follow-filing.ts'

/** How often it is looked for new work, ms. */
const POLL = 150
/** A runner stays while something is due within this time, ms; later the next host that starts takes it up. */
const STAYS = 2 * 60_000
/** Filings that are worked on side by side. */
const LANES = 8

type Work = {
  archive: Pick<Archive, 'attempts' | 'jobs'>
  /** Works on the job that waits. */
  sync: () => Promise<void>
  /** Does what is to be done next for one filing. */
  advance: (id: number) => Promise<void>
  now: () => number
  signal: AbortSignal
}

/**
 * Works on everything that waits, also on what is written down meanwhile. Returns when nothing is due soon; throws the
 * first failure that is not one filing's own, once all that is under way has ended.
 */
export async function workThrough({ archive, sync, advance, now, signal }: Work): Promise<void> {
  const underWay = new Map<number | 'sync', Promise<void>>()
  let failure: { error: unknown } | undefined
  const start = (key: number | 'sync', work: () => Promise<void>) => {
    const ended = work()
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, ended)
  }

  while (!failure && !signal.aborted) {
    if (!underWay.has('sync') && archive.jobs.unfinished()?.state === 'interrupted') start('sync', sync)
    const open = archive.attempts.open()
    for (const { id } of open.filter(attempt => isDue(attempt, now())))
      if (underWay.size < LANES && !underWay.has(id) && !archive.attempts.isClaimed(id)) start(id, () => advance(id))
    if (underWay.size === 0 && !open.some(attempt => isDueSoon(attempt, now()))) break
    await wait(POLL)
  }
  await Promise.all(underWay.values())
  if (failure) throw failure.error
}

function isDueSoon(attempt: Attempt, now: number): boolean {
  return isDue(attempt, now + STAYS)
}
