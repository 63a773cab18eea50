/**
 * Joins runs of the same work, one at a time: all calls during a run share one more run after it. Each call gets the end or the
 * error of a run that began after the call.
 */
export function joinRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let following: Promise<T> | undefined
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
