import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** How long a step of the event loop may hold it, ms of its thread's own time, on the machine that the promise is for. */
export const MOST_MS = 100
/** How much more memory a step may need than the process had before it, bytes. */
const MOST_MEMORY = 200 * 1024 * 1024
/** A step that took too long is measured again: other work on the machine only ever adds time. */
const AGAIN = 8
/** The least time of the standard work on that machine, ms. */
const STANDARD_MS = 4

/**
 * The least time of a work on the machine that the promise is for, ms. In turns with the standard work, so that whatever
 * slows the one slows the other; a machine is never taken for a faster one than that.
 */
export async function fairTimeOf(measure: () => number | Promise<number>, most: number): Promise<number> {
  let [least, standard] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let n = 0; n < AGAIN && least > most; n++) {
    standard = Math.min(standard, timeOf(standardWork), timeOf(standardWork))
    least = Math.min(least, await measure())
  }
  return least / Math.max(1, standard / STANDARD_MS)
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

/** Throws if a step without waits takes too long or too much memory. `most` is its time, ms. */
export async function holdStep(work: () => unknown, most = MOST_MS): Promise<void> {
  const ms = holdMemory(() => timeOf(work))
  if (ms <= most) return
  const least = await fairTimeOf(() => timeOf(work), most)
  if (least > most) throw new Error(`it held the event loop for ${Math.round(least)} ms, more than ${most}`)
}

/**
 * Returns a work's result; throws if the process grew too much meanwhile. The highest size of a process never shrinks: only a
 * step that raises it can have needed more, and what the collector had not yet taken back is not the step's.
 */
function holdMemory<T>(work: () => T): T {
  const before = memoryBefore()
  const result = work()
  checkMemory(before)
  return result
}

export type Memory = { size: number; highest: number }

export const memoryBefore = (): Memory => ({ size: process.memoryUsage.rss(), highest: highestSize() })

export function checkMemory({ size, highest }: Memory): void {
  const now = highestSize()
  if (now > highest && now - size > MOST_MEMORY) throw new Error(`it took ${Math.round((now - size) / 2 ** 20)} MB`)
}

const highestSize = (): number => process.resourceUsage().maxRSS * 1024

/** The result of a work, or the documented error that it throws; throws any other error. */
export function outcomeOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return documented(error)
  }
}

/** The error if it belongs to the contract; otherwise throws it. */
export function documented(error: unknown): RecipisaError {
  if (error instanceof RecipisaError && error.reason !== 'unexpected') return error
  throw error
}
