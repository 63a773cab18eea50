import { untilAborted } from '../../shared/async/until-aborted.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'

/**
 * Work that outlives its caller (docs/decisions/0032-given-once-has-its-own-life.md). Some answers come only once:
 * rotated tokens, rewritten cookies. So a request that has left, and the storing of its answer, are never cut off. The
 * caller's signal ends only its wait, and the process waits for `settled` before it ends.
 */
export type OutlivingWork = {
  /** Waits for `work` until the signal is aborted. If it fails after that, the failure is logged. */
  wait<T>(work: Promise<T>, signal: AbortSignal): Promise<T>
  /** Returns `work` itself, for a caller that handles the signal in its own way. */
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when all work is over. */
  settled(): Promise<void>
}

export function createOutlivingWork(log: Pick<Log, 'warn'>): OutlivingWork {
  const underWay = new Set<Promise<unknown>>()
  const track: OutlivingWork['track'] = work => {
    underWay.add(work)
    const over = () => underWay.delete(work)
    work.then(over, over)
    return work
  }
  return {
    track,
    async wait(work, signal) {
      track(work)
      work.catch((error: unknown) => {
        if (signal.aborted && error !== signal.reason) log.warn('unwatched-failure', { error })
      })
      return untilAborted(work, signal)
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/** Runs work whose signal is aborted only after `limit` ms, as `unreachable` with the host of `url`. */
export async function withTimeLimit<T>(
  limit: number,
  url: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const late = () => new RecipisaError('unreachable', { host: new URL(url).hostname })
  const timer = setTimeout(() => controller.abort(late()), limit)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
