import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { MOST_ITEMS, type TodayItem } from '../../../shared/protocol/today.ts'
import { listToday, SENT_SHOWN } from '../../deadlines/list-today.ts'
import { parseOwnDays } from '../../deadlines/own-days.ts'
import { atRiskBefore } from '../../deadlines/retention.ts'
import { freeDaysPath, readFreeDays } from '../../profile/free-days.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'
import { secretsError } from '../core/overview.ts'

const DAY = 86_400_000
/** How far back to look at acts, days: acts count as served sooner than that. */
const ACTS_FROM = 60

/** The sources of the lines. */
export type TodaySources = Pick<Services, 'archive' | 'profile' | 'signIns' | 'dataDir' | 'now'>

/** The dates that must not be missed. */
export function todayOperations(services: Services): Pick<Handlers, 'today.get'> {
  return {
    'today.get': async () => {
      const at = services.now()
      const { items, problem } = await gatherToday(services, at)
      return {
        day: romaniaDay(at),
        at,
        items: items.slice(0, MOST_ITEMS),
        total: items.length,
        due: items.filter(isDue).length,
        secretsError: secretsError(services, problem),
        freeDaysFile: freeDaysPath(services.dataDir),
      }
    },
  }
}

export const isDue = ({ urgency }: TodayItem): boolean => urgency === 'late' || urgency === 'soon'

/**
 * All present lines, the most urgent first. `problem`: why the secrets, and with them the end of the authorization, could
 * not be read. Throws `free-days-invalid`.
 */
export async function gatherToday(
  services: TodaySources,
  now: number,
): Promise<{ items: TodayItem[]; problem?: unknown }> {
  const path = freeDaysPath(services.dataDir)
  const own = parseOwnDays(readFreeDays(path), path)
  const { todayFacts, certificates } = await services.archive()
  const { authorizationEndsAt, problem } = await authorization(services)
  const items = listToday({
    now,
    own,
    unsent: todayFacts.unsent(),
    sent: todayFacts.sent(now - SENT_SHOWN * DAY),
    leaving: todayFacts.leaving(atRiskBefore(now)),
    acts: todayFacts.acts(now - ACTS_FROM * DAY),
    refused: todayFacts.refused(),
    filed: todayFacts.filed(Number(romaniaDay(now - 2 * 365 * DAY).slice(0, 4))),
    authorizationEndsAt,
    certificates: certificates.expiring(),
  })
  return { items, problem }
}

/** The end of the e-Factura authorization, epoch ms; null without one, and where the certificate alone is used. */
async function authorization({ profile, signIns }: TodaySources) {
  if ((await profile()).access === 'certificate') return { authorizationEndsAt: null }
  const { auth, problem } = await (await signIns())()
  return { authorizationEndsAt: auth.refreshExpiresAt, problem }
}
