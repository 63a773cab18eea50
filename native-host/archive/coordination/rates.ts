import { isDeepStrictEqual } from 'node:util'
import type { RateState, Rates } from '../core/archive.ts'
import type { Database } from '../core/database.ts'

export function createRates(db: Database): Rates {
  return {
    update(scope, change, commit = 'transaction') {
      return db[commit](() => {
        const row = db.get<RateState>(
          `SELECT next_free_at AS nextFreeAt, paused_until AS pausedUntil, paused_for AS pausedFor
            FROM rates WHERE scope = :scope`,
          { scope },
        )
        const before = { ...(row ?? { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 }) }
        const { state, answer } = change(before)
        if (!isDeepStrictEqual(state, before))
          db.run(
            `INSERT OR REPLACE INTO rates (scope, next_free_at, paused_until, paused_for)
              VALUES (:scope, :nextFreeAt, :pausedUntil, :pausedFor)`,
            { scope, ...state },
          )
        return answer
      })
    },
  }
}
