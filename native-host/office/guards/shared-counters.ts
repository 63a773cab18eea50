import type { SharedCounters } from '../../limits/daily.ts'
import type { SharedQuotas } from '../coordination/quotas.ts'
import { orAlone } from './when-away.ts'

/** Counters over all seats. While the office is unreachable, only this machine's own count. */
export function shareCounters(quotas: SharedQuotas): SharedCounters {
  return {
    take: (key, limit) =>
      orAlone(
        () => quotas.take(key, limit),
        () => true,
      ),
    exhaust: (key, limit) =>
      orAlone(
        () => quotas.exhaust(key, limit),
        () => undefined,
      ),
  }
}
