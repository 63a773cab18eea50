/** Runs work when the calls before it have ended; gives its result, or its error, to the caller. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs one piece of work at a time, in the order of the calls. Rejects a call while `limit` others wait to start. */
export function createSerialQueue(limit = Number.POSITIVE_INFINITY): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return work => {
    if (waiting >= limit) return Promise.reject(new Error(`the queue is full: ${limit} calls wait already`))
    waiting += 1
    const result = last.then(() => {
      waiting -= 1
      return work()
    })
    last = result.catch(() => undefined) // the caller gets the error; the next call starts afresh
    return result
  }
}
