import { setTimeout as wait } from 'node:timers/promises'

/** How often to read the watched rows, ms. */
const POLL = 150

type WatchOptions<T, P> = {
  /** Reads the rows again; throws if they do not exist. */
  read: () => T
  /** The progress in a value; null while there is none. */
  progressOf: (value: T) => P | null
  isOver: (value: T) => boolean
  /** Whether work is due that no process does. */
  isUnattended: (value: T) => boolean
  /** Has the due work done. */
  revive: () => void | Promise<void>
  signal: AbortSignal
  progress: (value: P) => void
}

/**
 * Watches rows of the database until they are over, whichever process works on them. Reports each change, and has due work
 * taken up while nobody does it. The signal ends the watching, not the work of another process.
 */
export async function watchRows<T, P>(options: WatchOptions<T, P>): Promise<T> {
  const { read, progressOf, isOver, isUnattended, revive, signal, progress } = options
  let reported = ''
  for (;;) {
    signal.throwIfAborted()
    const value = read()
    const current = progressOf(value)
    const text = JSON.stringify(current)
    if (current !== null && text !== reported) {
      reported = text
      progress(current)
    }
    if (isOver(value)) return value
    if (isUnattended(value)) await revive()
    await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
