import type { QuotaKey } from '../../archive/core/archive.ts'
import type { OfficeDatabase } from '../database.ts'

/** Daily counters over all seats, as `Quotas` counts over one seat's processes. */
export type SharedQuotas = {
  /** Counts one call; false, without counting, if the limit is reached. */
  take(key: QuotaKey, limit: number): Promise<boolean>
  exhaust(key: QuotaKey, limit: number): Promise<void>
}

export function createSharedQuotas({ query }: Pick<OfficeDatabase, 'query'>, environment: string): SharedQuotas {
  const params = ({ operation, subject, day }: QuotaKey, limit: number) => [environment, operation, subject, day, limit]
  return {
    async take(key, limit) {
      const [row] = await query<{ taken: boolean }>(
        'SELECT recipisa.take_quota($1, $2, $3, $4, $5) AS taken',
        params(key, limit),
      )
      return row?.taken ?? false
    },
    async exhaust(key, limit) {
      await query('SELECT recipisa.exhaust_quota($1, $2, $3, $4, $5)', params(key, limit))
    },
  }
}
