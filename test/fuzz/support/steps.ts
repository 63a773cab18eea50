import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** How long a step of the event loop may hold it, ms of its thread's own time, on the machine that the promise is for. */
const MOST_MS = 100
/** How much more memory a step may need than the process had before it, bytes. */
const MOST_MEMORY = 200 * 1024 * 1024
/** A step that took too long is measured again: other work on the machine only ever adds time. */
const AGAIN = 6
/** What the standard work takes on that machine, ms. */
const STANDARD_MS = 8

/** How many times slower than that machine this one is now; never less than 1. */
export function slowness(): number {
  return Math.max(1, leastOf(3, () => timeOf(standardWork)) / STANDARD_MS)
}

/** Text, numbers and objects, as parsers have them. */
function standardWork(): void {
  const rows = Array.from({ length: 6000 }, (_, n) => ({ id: String(n), words: `Factura ${n} din luna ${n % 12}` }))
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows
  if (read.filter(({ words }) => /\bluna 1\d?$/.test(words)).length === 0) throw new Error('no row was found')
}

/** CPU time of this thread that a work takes, ms. */
export function timeOf(work: () => unknown): number {
  const { user, system } = process.threadCpuUsage()
  work()
  const after = process.threadCpuUsage()
  return (after.user - user + after.system - system) / 1000
}

export function leastOf(times: number, measure: () => number): number {
  return Math.min(...Array.from({ length: times }, measure))
}

/** Throws if a step without waits takes too long or too much memory. `most` is the time on the promised machine, ms. */
export function holdStep(work: () => unknown, most = MOST_MS): void {
  const [memory, peak] = [process.memoryUsage.rss(), process.resourceUsage().maxRSS * 1024]
  const ms = timeOf(work)
  const highest = process.resourceUsage().maxRSS * 1024
  if (highest > peak && highest - memory > MOST_MEMORY)
    throw new Error(`it took ${Math.round((highest - memory) / 2 ** 20)} MB`)
  if (ms <= most) return
  const least = leastOf(AGAIN, () => timeOf(work))
  const allowed = most * slowness()
  if (least > allowed)
    throw new Error(`it held the event loop for ${Math.round(least)} ms, more than ${Math.round(allowed)}`)
}

/** What a work returns, or the documented error that it throws; throws any other error. */
export function outcomeOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return documented(error)
  }
}

/** The error if it is one of the contract's; else throws it. */
export function documented(error: unknown): RecipisaError {
  if (error instanceof RecipisaError && error.reason !== 'unexpected') return error
  throw error
}
