import { once } from 'node:events'

/** The options of every demo. */
export type Demo = {
  folder: string
  headless: boolean
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** Registers an undo step for the end; the latest runs first. */
export type OnEnd = (undo: () => unknown) => void

export const say = (text: string) => console.log(text)

/** Runs the steps of a demo, and cleans up at the end in any case. */
export async function perform(signal: AbortSignal, steps: (onEnd: OnEnd) => Promise<void>): Promise<void> {
  const undo: (() => unknown)[] = []
  const stopped = once(signal, 'abort')
  try {
    await Promise.race([steps(each => void undo.push(each)), stopped])
  } catch (error) {
    // Failures during the shutdown are Ctrl-C's doing.
    if (!signal.aborted) throw error
  } finally {
    if (signal.aborted) say('\nStopping…')
    for (const each of undo.reverse()) await each()
  }
}
