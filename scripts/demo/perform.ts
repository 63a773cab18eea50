import { once } from 'node:events'

/** What every demo is given. */
export type Demo = {
  folder: string
  headless: boolean
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** Adds something that is to be undone at the end, the latest first. */
export type OnEnd = (undo: () => unknown) => void

export const say = (text: string) => console.log(text)

/** Runs the steps of a demo, and puts everything away at the end, whatever happens. */
export async function perform(signal: AbortSignal, steps: (onEnd: OnEnd) => Promise<void>): Promise<void> {
  const undo: (() => unknown)[] = []
  const stopped = once(signal, 'abort')
  try {
    await Promise.race([steps(each => void undo.push(each)), stopped])
  } catch (error) {
    // What breaks while everything is being closed is Ctrl-C's doing.
    if (!signal.aborted) throw error
  } finally {
    if (signal.aborted) say('\nStopping…')
    for (const each of undo.reverse()) await each()
  }
}
