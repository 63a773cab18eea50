import { daysBefore } from '../../../shared/domain/romania-time.ts'
import type { ServerClock } from '../wire/server-clock.ts'

/** How far back the lists go, days. */
export const RETENTION = 60
/** Kept away from the service's now: at the end, ms. Once answers have told its clock, a little; before, more. */
const END_MARGIN = { known: 2_000, unknown: 30_000 }
/** Kept away from 60 days ago, ms: the start must still be in time when the last page is asked for. */
const START_MARGIN = 120_000

export type Window = { start: number; end: number }

/**
 * The part of a wanted window that the service accepts (E-13): its end not in the future and its start not older than 60
 * days, by the service's clock as far as it is known. Undefined when nothing is left between the two. Epoch ms.
 */
export function acceptedWindow(
  from: number | undefined,
  until: number | undefined,
  clock: ServerClock,
): Window | undefined {
  const { earliest, latest } = clock.bounds()
  const start = Math.max(from ?? 0, daysBefore(latest, RETENTION) + START_MARGIN)
  const end = Math.min(until ?? Number.POSITIVE_INFINITY, earliest - END_MARGIN[clock.known ? 'known' : 'unknown'])
  return start < end ? { start, end } : undefined
}
