/**
 * How far the service's clock is from this machine's, as its answers tell it. All moments are epoch ms. Until an answer
 * has told anything, this machine's clock is believed.
 */
export type ServerClock = {
  /** Learns from an answer's Date header (whole seconds). */
  observeDate(header: string | undefined, sentAt: number, receivedAt: number): void
  /**
   * Learns from a moment that the service itself quoted; from then on Date headers, which a gateway may write, are
   * ignored.
   */
  observeQuote(moment: number, sentAt: number, receivedAt: number): void
  /** The service's time now lies between these two. */
  bounds(): { earliest: number; latest: number }
  readonly known: boolean
}

/** Least and most that the service's clock is ahead of ours, ms. */
type Offset = { least: number; most: number }

export function createServerClock(now: () => number): ServerClock {
  let offset: Offset | undefined
  let quoted = false

  const learn = (moment: number, sentAt: number, receivedAt: number) => {
    // Written somewhere between sending and receiving, and cut to whole seconds.
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
