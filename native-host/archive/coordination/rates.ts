import type { Rates } from '../core/archive.ts'
import type { Database } from '../core/database.ts'

export function createRates(db: Database): Rates {
  return {
    update(scope, change, commit = 'transaction') {
      return db[commit](() => {
        const row = db.get<{ nextFreeAt: number; pausedUntil: number }>(
          'SELECT next_free_at AS nextFreeAt, paused_until AS pausedUntil FROM rates WHERE scope = :scope',
          { scope },
        )
        const before = { nextFreeAt: row?.nextFreeAt ?? 0, pausedUntil: row?.pausedUntil ?? 0 }
        const { state, answer } = change(before)
        if (state.nextFreeAt !== before.nextFreeAt || state.pausedUntil !== before.pausedUntil)
          db.run('INSERT OR REPLACE INTO rates (scope, next_free_at, paused_until) VALUES (:scope, :next, :paused)', {
            scope,
            next: state.nextFreeAt,
            paused: state.pausedUntil,
          })
        return answer
      })
    },
  }
}
