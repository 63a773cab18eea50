/**
 * The service's clock against this machine's, from its answers. All moments are epoch ms. This machine's clock counts
 * until the first answer.
 */
export type ServerClock = {
  /** Learns from the Date header of an answer (whole seconds). */
  observeDate(header: string | undefined, sentAt: number, receivedAt: number): void
  /**
   * Learns from a moment that the service itself quoted. From then on Date headers, which a gateway may write, no
   * longer count.
   */
  observeQuote(moment: number, sentAt: number, receivedAt: number): void
  /** The service's present time lies between these two. */
  bounds(): { earliest: number; latest: number }
  readonly known: boolean
}

/** How far the service's clock is ahead of ours, at least and at most, ms. */
type Offset = { least: number; most: number }

export function createServerClock(now: () => number): ServerClock {
  let offset: Offset | undefined
  let quoted = false

  const learn = (moment: number, sentAt: number, receivedAt: number) => {
    // Written at some moment between sending and receiving, and cut to whole seconds.
    const seen = { least: moment - receivedAt, most: moment + 1000 - sentAt }
    const narrowed = offset && { least: Math.max(offset.least, seen.least), most: Math.min(offset.most, seen.most) }
    offset = narrowed && narrowed.least <= narrowed.most ? narrowed : seen
  }
  return {
    get known() {
      return offset !== undefined
    },
    observeDate(header, sentAt, receivedAt) {
      const moment = header === undefined ? Number.NaN : Date.parse(header)
      if (!quoted && !Number.isNaN(moment)) learn(moment, sentAt, receivedAt)
    },
    observeQuote(moment, sentAt, receivedAt) {
      if (!quoted) offset = undefined
      quoted = true
      learn(moment, sentAt, receivedAt)
    },
    bounds() {
      const { least, most } = offset ?? { least: 0, most: 0 }
      return { earliest: now() + least, latest: now() + most }
    },
  }
}
