import type { Environment } from '../../../shared/domain/values.ts'
import type { Quotas } from '../core/archive.ts'
import type { Database } from '../core/database.ts'

/** How many counted days to keep, the latest ones: a clock that is ahead for one call adds a day, and skips none. */
const KEPT = 7

/** Daily counters of one environment. Callers count a call before they make it. */
export function createQuotas(db: Database, environment: Environment): Quotas {
  const used: Quotas['used'] = key =>
    db.get<{ used: number }>(
      `SELECT used FROM quotas
        WHERE environment = :environment AND day = :day AND operation = :operation AND subject = :subject`,
      { environment, ...key },
    )?.used ?? 0

  const count = (key: Parameters<Quotas['used']>[0], value: number): void => {
    // The first call of a day removes old days; ISO days sort as text.
    if (!db.get('SELECT 1 FROM quotas WHERE environment = :environment AND day = :day', { environment, day: key.day }))
      db.run('DELETE FROM quotas WHERE day NOT IN (SELECT DISTINCT day FROM quotas ORDER BY day DESC LIMIT :kept)', {
        kept: KEPT,
      })
    db.run(
      `INSERT INTO quotas (environment, operation, subject, day, used)
        VALUES (:environment, :operation, :subject, :day, :value)
        ON CONFLICT DO UPDATE SET used = max(used, excluded.used)`,
      { environment, ...key, value },
    )
  }

  return {
    used,
    take: (key, limit) =>
      db.transaction(() => {
        const before = used(key)
        if (before >= limit) return false
        count(key, before + 1)
        return true
      }),
    exhaust: (key, limit) => db.transaction(() => count(key, limit)),
    ofDay: day =>
      db
        .all<{ operation: string; subject: string; used: number }>(
          'SELECT operation, subject, used FROM quotas WHERE environment = :environment AND day = :day',
          { environment, day },
        )
        .map(row => ({ ...row })),
  }
}
