import type { Runner } from './runner.ts'

/**
 * Has work done for whoever watches its rows. What was written down is never lost: when nobody works on it any more, the
 * next host takes it up.
 */
export type Worker = {
  /** Whether the work ends with the process of whoever asked for it: then it does not wait out long pauses (E-29). */
  readonly isInProcess: boolean
  /** Called when work was written down. */
  begin(): void
  /** Called while rows that somebody watches have work due and no process does it. */
  run(work: () => Promise<void>): void | Promise<void>
}

/** Leaves the work to a process of its own, which outlives the port that asked for it. */
export function createRunnerWorker(runner: Pick<Runner, 'ensureStarted'>): Worker {
  return { isInProcess: false, begin: () => runner.ensureStarted(), run: () => runner.ensureStarted() }
}

/** How often a page is told that work waits, ms: whoever watches rows looks much more often. */
const TELL_EVERY = 2000

/** Leaves the work to the extension's background, which opens a port of its own for it (E-28). */
export function createPortWorker(port: {
  say(event: 'certificate-work', params: Record<string, never>): void
}): Worker {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    if (performance.now() - toldAt < TELL_EVERY) return
    toldAt = performance.now()
    port.say('certificate-work', {})
  }
  return { isInProcess: false, begin: tell, run: tell }
}

/** Does the work in this process, as the command line does: nothing goes on that the terminal does not show. */
export const inProcessWorker: Worker = { isInProcess: true, begin: () => undefined, run: work => work() }
