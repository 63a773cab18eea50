import type { OfficeDatabase } from '../database.ts'

/** Turns at a host of the authority, over all seats. The server's clock counts, and only durations are told. */
export type SharedPace = {
  /** Takes so many turns, `spacing` ms apart; returns in how many ms the first one is. */
  take(host: string, spacing: number, turns: number): Promise<number>
  /** Pauses every seat for so many ms. */
  pause(host: string, ms: number): Promise<void>
}

export function createSharedPace({ query }: Pick<OfficeDatabase, 'query'>): SharedPace {
  return {
    async take(host, spacing, turns) {
      const [row] = await query<{ wait: number }>('SELECT recipisa.take_turns($1, $2, $3) AS wait', [
        host,
        spacing,
        turns,
      ])
      return row?.wait ?? 0
    },
    async pause(host, ms) {
      await query('SELECT recipisa.pause_host($1, $2)', [host, ms])
    },
  }
}
