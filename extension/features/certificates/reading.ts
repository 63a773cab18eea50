import type { HostClient } from '../../host/client.ts'

/** How often the tokens are read without anybody's asking, ms: the token may be plugged in at any time of the day. */
const PERIOD = 4 * 3_600_000

type Edges = {
  /** When they were last read, epoch ms; undefined before the first time. */
  readAt: () => Promise<number | undefined>
  writeReadAt: (moment: number) => Promise<void>
  connect: () => HostClient
  now: () => number
}

/**
 * Has the host read the tokens a few times a day, so that it knows when certificates end (H-11). Opens a port of its own: a
 * token's driver may be slow, and nobody waits for it.
 */
export function createCertificateReading({ readAt, writeReadAt, connect, now }: Edges): () => Promise<void> {
  return async () => {
    const last = await readAt()
    if (last !== undefined && now() >= last && now() - last < PERIOD) return
    // Stored first, so that a driver that fails is not tried again at once.
    await writeReadAt(now())
    const host = connect()
    try {
      await host.request('certificates.list', {})
    } finally {
      host.close()
    }
  }
}
