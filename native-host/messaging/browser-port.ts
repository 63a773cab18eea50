import type { BrowserPort, Fetched } from '../../shared/protocol/fetch.ts'

/** The port's two ends: calls go over one, frames come from the other. */
export type OpenPort = {
  port: BrowserPort
  /** Gives the port its way out: `send` takes a message's JSON. Before that nothing is sent. */
  open(send: (json: string) => void): void
  /** Takes the extension's message about a call. */
  fetched(fetched: Fetched): void
}

export function createBrowserPort(): OpenPort {
  const listeners = new Set<(fetched: Fetched) => void>()
  let send: ((json: string) => void) | undefined
  let lastId = 0
  return {
    port: {
      nextId: () => ++lastId,
      say(event: string, params: unknown) {
        send?.(JSON.stringify({ event, params }))
      },
      onFetched(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    open(write) {
      send = write
    },
    fetched(fetched) {
      for (const listener of listeners) listener(fetched)
    },
  }
}
