import { networkError } from './network-failure.ts'
import { createServerClock } from './server-clock.ts'
import { createConnections } from './transports/connections.ts'

/** How far a host's clock is ahead of this machine's, at least and at most, ms. */
export type ClockOffset = { least: number; most: number }

export type Probe = {
  /** Connects to a host and sends no request. */
  touch(url: string, signal: AbortSignal): Promise<void>
  /** Asks a host for the head of its first page, whatever its status; undefined if the head has no date. */
  clock(url: string, signal: AbortSignal): Promise<ClockOffset | undefined>
  close(): Promise<void>
}

/**
 * Tries the authority's hosts without a certificate, a token, or a row in the database. Throws `unreachable` and
 * `tls-untrusted`, which name the host, even if the signal aborts.
 */
export function createProbe(ca: string | null, now: () => number): Probe {
  const connections = createConnections(ca)
  const naming = async <T>(url: string, work: (origin: string) => Promise<T>): Promise<T> => {
    const { origin, hostname } = new URL(url)
    try {
      return await work(origin)
    } catch (error) {
      throw networkError(error, false, 'doctor', hostname)
    }
  }
  return {
    touch: (url, signal) => naming(url, origin => connections.touch(origin, signal)),
    clock: (url, signal) =>
      naming(url, async origin => {
        const clock = createServerClock(now)
        const sentAt = now()
        const { headers, body } = await connections.fresh.request({ origin, path: '/', method: 'HEAD', signal })
        const receivedAt = now()
        await body.dump()
        clock.observeDate([headers.date].flat()[0], sentAt, receivedAt)
        if (!clock.known) return undefined
        const { earliest, latest } = clock.bounds()
        const read = now()
        return { least: earliest - read, most: latest - read }
      }),
    close: connections.close,
  }
}
