import { romaniaDay } from '../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Quota } from '../../shared/protocol/limits.ts'
import type { QuotaKey, Quotas } from '../archive/core/archive.ts'

export type DailyOperation = Quota['operation']

/** The authority's documented calls per day and company; `status` and `download`: per message. */
export const DAILY_LIMITS = {
  'list-by-days': 1500,
  'list-paginated': 100_000,
  rasp: 1000,
  status: 100,
  download: 10,
} as const satisfies Record<DailyOperation, number>

/** The authority's own names of these calls, for people: they stand in its portal and in its answers. */
const CALLS = {
  'list-by-days': 'listaMesajeFactura',
  'list-paginated': 'listaMesajePaginatieFactura',
  rasp: 'RASP',
  status: 'stareMesaj',
  download: 'descarcare',
} as const satisfies Record<DailyOperation, string>

/** Enforces the daily limits over all processes and restarts (E-09, E-23, E-30). `subject`: a CUI or a message's id. */
export type DailyLimits = {
  /** Counts a call before it goes out; throws `quota-reached` if none is left. */
  take(operation: DailyOperation, subject: string): Promise<void>
  /** Records that no call is left today, because the authority reported that. */
  exhaust(operation: DailyOperation, subject: string): Promise<void>
  /** The authority's current calendar day, `yyyy-MM-dd`; around midnight, the beginning day. */
  today(): string
}

/** Daily counters over several machines; see `Quotas`. */
export type SharedCounters = {
  take(key: QuotaKey, limit: number): Promise<boolean>
  exhaust(key: QuotaKey, limit: number): Promise<void>
}

export type DailyOptions = {
  quotas: Pick<Quotas, 'take' | 'exhaust'>
  /** Counters shared with others; they count after our own. */
  shared?: SharedCounters | undefined
  /** The authority's current time lies between these two moments, epoch ms. */
  bounds: () => { earliest: number; latest: number }
}

export function createDailyLimits({ quotas, shared, bounds }: DailyOptions): DailyLimits {
  /** Around midnight the authority's day is not certain: a call counts for both days then. */
  const days = () => {
    const { earliest, latest } = bounds()
    return new Set([romaniaDay(earliest), romaniaDay(latest)])
  }
  return {
    async take(operation, subject) {
      const limit = DAILY_LIMITS[operation]
      for (const day of days())
        if (
          !quotas.take({ operation, subject, day }, limit) ||
          !((await shared?.take({ operation, subject, day }, limit)) ?? true)
        ) {
          throw new RecipisaError('quota-reached', { operation: CALLS[operation], limit, subject })
        }
    },
    async exhaust(operation, subject) {
      const limit = DAILY_LIMITS[operation]
      for (const day of days()) {
        quotas.exhaust({ operation, subject, day }, limit)
        await shared?.exhaust({ operation, subject, day }, limit)
      }
    },
    today: () => romaniaDay(bounds().latest),
  }
}
