import { romaniaDay } from '../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Quota } from '../../shared/protocol/limits.ts'
import type { Quotas } from '../archive/core/archive.ts'

export type DailyOperation = Quota['operation']

/** Calls a day that the authority allows, as documented: of a company, or of a message for `status` and `download`. */
export const DAILY_LIMITS = {
  'list-by-days': 1500,
  'list-paginated': 100_000,
  rasp: 1000,
  status: 100,
  download: 10,
} as const satisfies Record<DailyOperation, number>

/** Keeps the daily limits over all processes and restarts (E-09, E-23, E-30). `subject` is the CUI or the message's id. */
export type DailyLimits = {
  /** Counts a call that is about to go out; throws `quota-reached` when none is left, so that it never does. */
  take(operation: DailyOperation, subject: string): void
  /** The authority itself said that nothing is left today. */
  exhaust(operation: DailyOperation, subject: string): void
  /** The authority's calendar day now, `yyyy-MM-dd`; the one that begins where it is not certain. */
  today(): string
}

export type DailyOptions = {
  quotas: Quotas
  /** The authority's time now lies between these two, epoch ms. */
  bounds: () => { earliest: number; latest: number }
}

export function createDailyLimits({ quotas, bounds }: DailyOptions): DailyLimits {
  /** Around midnight the day of the authority is not certain: then a call counts for both. */
  const days = () => {
    const { earliest, latest } = bounds()
    return new Set([romaniaDay(earliest), romaniaDay(latest)])
  }
  return {
    take(operation, subject) {
      const limit = DAILY_LIMITS[operation]
      for (const day of days())
        if (!quotas.take({ operation, subject, day }, limit)) {
          throw new RecipisaError('quota-reached', { operation, limit, subject })
        }
    },
    exhaust(operation, subject) {
      for (const day of days()) quotas.exhaust({ operation, subject, day }, DAILY_LIMITS[operation])
    },
    today: () => romaniaDay(bounds().latest),
  }
}
