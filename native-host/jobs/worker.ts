/**
 * Has work done for the watchers of its rows. Recorded work is never lost: if nobody works on it any more, the next
 * host takes it up.
 */
export type Worker = {
  /** Whether the work ends with the requester's process: it then does not wait out long pauses (E-29). */
  readonly isInProcess: boolean
  /** Called after work was recorded. */
  begin(): void
  /** Called while watched rows have due work that no process does. */
  run(work: () => Promise<void>): void | Promise<void>
}

/**
 * Leaves the work to a separate process, which outlives the requesting port. `mustBeCurrent` throws for watchers whose work
 * only another version's process could do.
 */
export function createRunnerWorker(start: () => void, mustBeCurrent: () => void): Worker {
  return {
    isInProcess: false,
    begin: start,
    run() {
      mustBeCurrent()
      start()
    },
  }
}

/** How often to tell a page that work waits, ms: watchers look at rows much more often. */
const TELL_EVERY = 2000

/** Leaves the work to the extension's background, which opens its own port for that (E-28). */
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

/** Does the work in this process, as the command line does: nothing happens that the terminal does not show. */
export const inProcessWorker: Worker = { isInProcess: true, begin: () => undefined, run: work => work() }
