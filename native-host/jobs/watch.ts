import { setTimeout as wait } from 'node:timers/promises'

/** How often what is watched is read, ms. */
const POLL = 150

type Watched<T, P> = {
  /** Reads it anew; throws when it is not there. */
  read: () => T
  /** What of it is told; null while there is nothing to tell. */
  shown: (value: T) => P | null
  isOver: (value: T) => boolean
  /** Whether something is to be done for it that nobody does. */
  isWaiting: (value: T) => boolean
  /** Has somebody work on it. */
  revive: (value: T) => unknown
  signal: AbortSignal
  progress: (value: P) => void
}

/**
 * Watches rows of the database until they are over, whichever process works on them: tells each change, and has them taken
 * up while nobody works on them. The signal ends the watching, not the work.
 */
export async function watchRows<T, P>(watched: Watched<T, P>): Promise<T> {
  const { read, shown, isOver, isWaiting, revive, signal, progress } = watched
  let told = ''
  for (;;) {
    signal.throwIfAborted()
    const value = read()
    const telling = shown(value)
    const text = JSON.stringify(telling)
    if (telling !== null && text !== told) {
      told = text
      progress(telling)
    }
    if (isOver(value)) return value
    if (isWaiting(value)) await revive(value)
    await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
