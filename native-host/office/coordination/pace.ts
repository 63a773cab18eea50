import type { OfficeDatabase } from '../database.ts'

/**
 * Turns at one of the authority's hosts, over all seats. The server's clock counts, and only durations are exchanged.
 */
export type SharedPace = {
  /** Takes this many turns, `spacing` ms apart; returns the ms until the first one, and until the end of a pause. */
  take(host: string, spacing: number, turns: number): Promise<Taken>
  /** Pauses every seat for this many ms. */
  pause(host: string, ms: number): Promise<void>
}

/** `paused` is 0 without a pause. */
export type Taken = { wait: number; paused: number }

export function createSharedPace({ query }: Pick<OfficeDatabase, 'query'>): SharedPace {
  return {
    async take(host, spacing, turns) {
      const [row] = await query<Taken>('SELECT wait, paused FROM recipisa.take_turns($1, $2, $3)', [
        host,
        spacing,
        turns,
      ])
      return row ?? { wait: 0, paused: 0 }
    },
    async pause(host, ms) {
      await query('SELECT recipisa.pause_host($1, $2)', [host, ms])
    },
  }
}
