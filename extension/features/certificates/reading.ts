import type { HostClient } from '../../host/client.ts'
import { withHost } from '../../host/with-host.ts'

/** Interval for reading the tokens unasked, ms: the token may be plugged in at any time of the day. */
const PERIOD = 4 * 3_600_000

type Edges = {
  /** The time of the last reading, epoch ms; undefined before the first. */
  readAt: () => Promise<number | undefined>
  writeReadAt: (moment: number) => Promise<void>
  connect: () => HostClient
  now: () => number
}

/**
 * Has the host read the tokens a few times a day, so that it knows when certificates end (H-11). Opens its own port: a
 * token's driver may be slow, and nobody waits for it.
 */
export function createCertificateReading({ readAt, writeReadAt, connect, now }: Edges): () => Promise<void> {
  return async () => {
    const last = await readAt()
    if (last !== undefined && now() >= last && now() - last < PERIOD) return
    // Stored first, so that a failing driver is not retried at once.
    await writeReadAt(now())
    await withHost(connect, host => host.request('certificates.list', {}))
  }
}
