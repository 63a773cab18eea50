/** Random numbers that are the same for the same seed (mulberry32). */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number
  /** Whole number in this range, both ends included. */
  between(low: number, high: number): number
  /** One item; there must be at least one. */
  pick<T>(items: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: items => {
      const [picked] = items.slice(Math.floor(next() * items.length))
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}
