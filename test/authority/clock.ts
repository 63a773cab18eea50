/** The authority's clock: the machine's, moved by an offset. Every time rule of the authority reads it. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
  advance(ms: number): void
  set(epochMs: number): void
}

export function createClock(offsetMs = 0): Clock {
  let offset = offsetMs
  return {
    now: () => Date.now() + offset,
    advance: ms => {
      offset += ms
    },
    set: epochMs => {
      offset = epochMs - Date.now()
    },
  }
}
