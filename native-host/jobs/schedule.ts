const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** First pause before asking for the outcome of a filing, ms. */
export const FIRST_CHECK = 2 * SECOND

/**
 * Pause before the next check of a filing, by its age; both ms. The pause is as long as the age, from 2 s up to a
 * minute; then every 5 minutes after ten minutes, every 15 minutes after an hour, every hour after six. That makes 62
 * checks on the first day and 24 on each later one, of the 100 that stareMesaj allows (E-09). If the clock was set back
 * since the filing, the age is negative, and its size counts.
 */
export function pauseBeforeCheck(sinceFiled: number): number {
  const age = Math.abs(sinceFiled)
  if (age < 10 * MINUTE) return Math.min(MINUTE, Math.max(FIRST_CHECK, age))
  if (age < HOUR) return 5 * MINUTE
  return age < 6 * HOUR ? 15 * MINUTE : HOUR
}

/** Longer than any postponement of a check, which is until the next day at most; ms. */
const LONGEST_POSTPONEMENT = 26 * HOUR

/**
 * Whether the moment of a next check (epoch ms, null for never) has come. A moment further ahead than any postponement
 * comes from a clock that has been set back since, and counts as come.
 */
export function hasCome(moment: number | null, now: number): boolean {
  return moment !== null && (moment <= now || moment > now + LONGEST_POSTPONEMENT)
}

/** Whether a filing, which is sent once and then checked, has work due now. */
export function isDue({ state, nextCheckAt }: { state: string; nextCheckAt: number | null }, now: number): boolean {
  return state === 'sending' || hasCome(nextCheckAt, now)
}

/** Shortly after the next midnight in Romania, when daily limits start again; epoch ms. */
export function nextDay(now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Europe/Bucharest').startOfDay()
  return today.add({ days: 1, minutes: 1 }).epochMilliseconds
}
