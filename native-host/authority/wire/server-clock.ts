/**
 * The service's clock against this machine's, as its answers show it. All moments are epoch ms. Before the first answer
 * this machine's clock counts.
 */
export type ServerClock = {
  /** Learns from the Date header of an answer (whole seconds). */
  observeDate(header: string | undefined, sentAt: number, receivedAt: number): void
  /**
   * Learns from a moment that the service itself quoted. Date headers, which a gateway may write, no longer count then.
   */
  observeQuote(moment: number, sentAt: number, receivedAt: number): void
  /** The service's time now lies between these two. */
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
    const both = offset && { least: Math.max(offset.least, seen.least), most: Math.min(offset.most, seen.most) }
    offset = both && both.least <= both.most ? both : seen
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
