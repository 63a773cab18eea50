/** Runs so many pieces of work at once; the others wait for their turn, in order. */
export function createLanes(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return {
    /** Resolves with the function to leave once there is room; rejects with the signal's reason. */
    async enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      if (free > 0) free--
      else await turn(waiting, signal)
      return () => {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}

function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const come = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.splice(waiting.indexOf(come), 1)
      reject(signal.reason as Error)
    }
    waiting.push(come)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
