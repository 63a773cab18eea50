import type { RequestParams } from '../../../shared/domain/requests.ts'
import type { RequestPreset } from '../../../shared/protocol/requests.ts'
import type { Database } from '../core/database.ts'

/** How many recently used presets to keep besides favourites. */
const RECENT = 20

/** Requests to repeat; `params` is their canonical text (`paramsText`). */
export function createPresets(db: Database, now: () => number) {
  return {
    /** Records that a request was made; within the caller's transaction. */
    used(type: string, params: string): void {
      db.run(
        `INSERT INTO request_presets (type, params, last_used_at) VALUES (:type, :params, :now)
          ON CONFLICT (type, params) DO UPDATE SET last_used_at = excluded.last_used_at`,
        { type, params, now: now() },
      )
      db.run(
        `DELETE FROM request_presets WHERE favourite = 0 AND (type, params) NOT IN
          (SELECT type, params FROM request_presets WHERE favourite = 0 ORDER BY last_used_at DESC LIMIT :recent)`,
        { recent: RECENT },
      )
    },
    list: (): RequestPreset[] =>
      db
        .all<{ type: string; params: string; favourite: number; lastUsedAt: number | null }>(
          `SELECT type, params, favourite, last_used_at AS lastUsedAt FROM request_presets
            WHERE favourite = 1 OR last_used_at IS NOT NULL
            ORDER BY favourite DESC, last_used_at DESC, type, params`,
        )
        .map(({ type, params, favourite, lastUsedAt }) => ({
          type,
          params: JSON.parse(params) as RequestParams,
          favourite: favourite === 1,
          lastUsedAt,
        })),
    setFavourite(type: string, params: string, favourite: boolean): void {
      db.run(
        `INSERT INTO request_presets (type, params, favourite) VALUES (:type, :params, :favourite)
          ON CONFLICT (type, params) DO UPDATE SET favourite = excluded.favourite`,
        { type, params, favourite: favourite ? 1 : 0 },
      )
    },
  }
}
