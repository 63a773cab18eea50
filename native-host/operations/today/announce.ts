import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { isMorning } from '../../schedule/morning.ts'
import { gatherToday, isDue, type TodaySources } from './today.ts'

/** Records the calendar's notices: once a day, from the morning on. */
export async function announceToday(services: TodaySources): Promise<void> {
  const now = services.now()
  const day = romaniaDay(now)
  const { notices } = await services.archive()
  if (!isMorning(now) || notices.isMorningTold(day)) return
  const { items } = await gatherToday(services, now)
  const due = items.filter(isDue)
  for (const { kind, day: end } of due) if (kind === 'authorization' && end !== null) notices.authorizationEnds(end)
  const leaving = due.filter(({ kind }) => kind === 'leaving')
  const [first] = leaving.flatMap(({ day: end }) => end ?? []).sort()
  if (first !== undefined)
    notices.leaving(
      first,
      leaving.reduce((sum, { count }) => sum + count, 0),
    )
  // This one comes last: it marks the day as done.
  if (due.length > 0) notices.morning(day)
}
