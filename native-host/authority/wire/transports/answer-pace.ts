import { TransportFailure } from './transport.ts'

/** The least pace of an answer, bytes a second. The slowest usable line is faster. */
const LEAST_PACE = 1024

/**
 * Watches an answer whose pieces all come in time, and whose end may never come. It has `timeout` ms, and a second more for
 * each `LEAST_PACE` bytes; after that `late` aborts with the failure `silent`.
 */
export function createAnswerPace(timeout: number) {
  const late = new AbortController()
  let begun = 0
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const left = timeout + (size / LEAST_PACE) * 1000 - (performance.now() - begun)
    if (left > 0) timer = setTimeout(look, Math.ceil(left))
    else late.abort(new TransportFailure('silent', 'no answer in time'))
  }
  return {
    late: late.signal,
    /** The request leaves, or the head of its answer has arrived: the time begins anew. */
    begin() {
      clearTimeout(timer)
      begun = performance.now()
      look()
    },
    came(bytes: number) {
      size += bytes
    },
    end() {
      clearTimeout(timer)
    },
  }
}
