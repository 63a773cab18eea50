import type { HostClient } from './client.ts'

/**
 * Clients that share one port: it is opened for the first that asks something and closed when the last is closed, so that
 * whatever pages cause, however often, is the work of one host.
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
