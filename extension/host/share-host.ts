import type { HostClient } from './client.ts'

/**
 * Clients that share one port, so that one host serves all of them. The port opens at the first request and closes once it
 * has had no client for `linger` milliseconds: each start of the host takes a computer a moment.
 */
export function shareHost(connect: () => HostClient, linger = 0): () => HostClient {
  let shared: HostClient | undefined
  let users = 0
  let closing: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    shared?.close()
    shared = undefined
  }
  return () => {
    users += 1
    clearTimeout(closing)
    shared ??= connect()
    const host = shared
    let isOpen = true
    return {
      hello: () => host.hello(),
      request: (method, params, options) => host.request(method, params, options),
      close() {
        if (!isOpen) return
        isOpen = false
        users -= 1
        if (users > 0) return
        if (linger === 0) close()
        else closing = setTimeout(close, linger)
      },
    }
  }
}
