/** Has a work done when those before it have ended; rejects where too many wait. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/** A line in which one work goes on at a time and at most so many wait. */
export function createLine(mostWaiting: number): Line {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return work => {
    if (waiting >= mostWaiting) return Promise.reject(new Error(`more than ${mostWaiting} works wait for the host`))
    waiting += 1
    const result = last.then(() => {
      waiting -= 1
      return work()
    })
    last = result.catch(() => undefined) // the caller gets the error; the next in line starts afresh
    return result
  }
}
