import type { HostClient } from './client.ts'

/** Does work with a client of its own, which is closed at the work's end; returns its result or error. */
export async function withHost<T>(connect: () => HostClient, work: (host: HostClient) => Promise<T>): Promise<T> {
  const host = connect()
  try {
    return await work(host)
  } finally {
    host.close()
  }
}
