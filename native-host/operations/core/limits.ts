import type { Quota } from '../../../shared/protocol/limits.ts'
import { DAILY_LIMITS, type DailyOperation } from '../../limits/daily.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** The limits of each company, which are always shown. */
const OF_COMPANIES: readonly DailyOperation[] = ['list-by-days', 'list-paginated', 'rasp']

/** The rest of the authority's daily limits, by this machine's count of calls. */
export function limitsOperations(services: Services): Pick<Handlers, 'limits.get'> {
  return {
    'limits.get': async ({ cui }) => {
      const [profile, archive, pacer, daily] = [
        await services.profile(),
        await services.archive(),
        await services.pacer(),
        await services.daily(),
      ]
      const day = daily.today()
      const counted = archive.quotas.ofDay(day)
      const usedOf = (operation: string, subject: string) =>
        counted.find(one => one.operation === operation && one.subject === subject)?.used ?? 0
      const cuis = cui === undefined ? archive.companies.list().map(company => company.cui) : [cui]
      const ofCompanies = cuis.flatMap(subject =>
        OF_COMPANIES.map(operation => quota(operation, subject, usedOf(operation, subject))),
      )
      const ofMessages = counted
        .filter(({ operation }) => operation === 'status' || operation === 'download')
        .map(({ operation, subject, used }) => quota(operation as DailyOperation, subject, used))
        .filter(({ used, limit }) => used * 2 >= limit)
      const paused = pacer.pausedUntil()
      return {
        day,
        requestsPerMinute: profile.requestsPerMinute,
        pausedUntil: paused > services.now() ? paused : null,
        quotas: cui === undefined ? [...ofCompanies, ...ofMessages] : ofCompanies,
      }
    },
  }
}

function quota(operation: DailyOperation, subject: string, used: number): Quota {
  const limit = DAILY_LIMITS[operation]
  return { operation, subject, limit, used, left: Math.max(0, limit - used) }
}
