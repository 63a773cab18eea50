import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { MOST_ITEMS, type TodayItem } from '../../../shared/protocol/today.ts'
import { listToday, SENT_SHOWN } from '../../deadlines/list-today.ts'
import { parseOwnDays } from '../../deadlines/own-days.ts'
import { atRiskBefore } from '../../deadlines/retention.ts'
import { freeDaysPath, readFreeDays } from '../../profile/free-days.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'

const DAY = 86_400_000
/** How far back to look at acts, days: acts count as served sooner than that. */
const ACTS_FROM = 60

/** The sources of the lines. */
export type TodaySources = Pick<Services, 'archive' | 'profile' | 'tokens' | 'dataDir' | 'now'>

/** The dates that must not be missed. */
export function todayOperations(services: Services): Pick<Handlers, 'today.get'> {
  return {
    'today.get': async () => {
      const at = services.now()
      const items = await gatherToday(services, at)
      return {
        day: romaniaDay(at),
        at,
        items: items.slice(0, MOST_ITEMS),
        total: items.length,
        due: items.filter(isDue).length,
        freeDaysFile: freeDaysPath(services.dataDir),
      }
    },
  }
}

export const isDue = ({ urgency }: TodayItem): boolean => urgency === 'late' || urgency === 'soon'

/** All present lines, the most urgent first. Throws `free-days-invalid`. */
export async function gatherToday(services: TodaySources, now: number): Promise<TodayItem[]> {
  const path = freeDaysPath(services.dataDir)
  const own = parseOwnDays(readFreeDays(path), path)
  const { todayFacts, certificates } = await services.archive()
  return listToday({
    now,
    own,
    unsent: todayFacts.unsent(),
    sent: todayFacts.sent(now - SENT_SHOWN * DAY),
    leaving: todayFacts.leaving(atRiskBefore(now)),
    acts: todayFacts.acts(now - ACTS_FROM * DAY),
    refused: todayFacts.refused(),
    filed: todayFacts.filed(Number(romaniaDay(now - 2 * 365 * DAY).slice(0, 4))),
    authorizationEndsAt: await authorizationEnd(services),
    certificates: certificates.expiring(),
  })
}

/** The end of the e-Factura authorization, epoch ms; null without one, and where the certificate alone is used. */
async function authorizationEnd({ profile, tokens }: TodaySources): Promise<number | null> {
  if ((await profile()).access === 'certificate') return null
  return (await (await tokens()).status()).refreshExpiresAt
}
