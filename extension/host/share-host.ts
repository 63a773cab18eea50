import type { HostClient } from './client.ts'

/**
 * Clients that share one port, so that one host serves all pages of web sites. The port opens at the first request and closes
 * with the last client.
 */
export function shareHost(connect: () => HostClient): () => HostClient {
  let shared: HostClient | undefined
  let users = 0
  return () => {
    users += 1
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
        shared = undefined
        host.close()
      },
    }
  }
}
