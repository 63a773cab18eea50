/**
 * Joins runs of the same work, one at a time: all calls during a run share one more run after it. Each call gets the end or the
 * error of a run that began after the call.
 */
export function joinRuns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  const start = () => {
    following = undefined
    running = work().finally(() => {
      if (!following) running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    following ??= running.then(start, start)
    return following
  }
}
