/** The time of an office while its past is written; it only goes on. */
export type Clock = { now: () => number; advance(ms: number): void; goTo(moment: number): void }

export function createClock(start: number): Clock {
  let at = start
  return {
    now: () => at,
    advance: ms => {
      at += ms
    },
    goTo: moment => {
      at = Math.max(at, moment)
    },
  }
}
