import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'

/**
 * Work that goes on when its caller has gone. What the authority gives in an answer (rotated tokens, rewritten cookies) it
 * gives once, so a request that has left and the keeping of its answer are never cut off: the caller's signal ends the
 * waiting alone, and a process that ends waits for `settled`.
 */
export type OwnLife = {
  /** As `until`, for work of which nobody may be left to hear that it failed: that is logged. */
  lead<T>(work: Promise<T>, signal: AbortSignal): Promise<T>
  /** Gives what `work` gives, however late: for a caller who minds the signal in a way of its own. */
  count<T>(work: Promise<T>): Promise<T>
  /** When all of it is over. */
  settled(): Promise<void>
}

export function createOwnLife(log: Pick<Log, 'warn'>): OwnLife {
  const underWay = new Set<Promise<unknown>>()
  const count: OwnLife['count'] = work => {
    underWay.add(work)
    const over = () => underWay.delete(work)
    work.then(over, over)
    return work
  }
  return {
    count,
    async lead(work, signal) {
      count(work)
      work.catch((error: unknown) => {
        if (signal.aborted && error !== signal.reason) log.warn('unwatched-failure', { error })
      })
      return until(work, signal)
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/** Gives what `work` gives, or throws the signal's reason as soon as it is aborted; the work goes on. */
export async function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Does work whose signal is aborted after `limit` ms, as `unreachable` with the host of `url`; by nothing else. */
export async function bounded<T>(limit: number, url: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const late = () => new RecipisaError('unreachable', { host: new URL(url).hostname, problem: 'no answer' })
  const timer = setTimeout(() => controller.abort(late()), limit)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
