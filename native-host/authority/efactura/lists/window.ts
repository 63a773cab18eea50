import { daysBefore } from '../../../../shared/domain/romania-time.ts'
import type { ServerClock } from '../../wire/server-clock.ts'

/** How far back the lists reach, days. */
export const RETENTION = 60
/** Distance of a window's end from the service's now, ms: small once its answers have revealed its clock. */
const END_MARGIN = { known: 2_000, unknown: 30_000 }
/** Distance of a window's start from 60 days ago, ms: the start must still be valid when the last page is read. */
const START_MARGIN = 120_000

export type Window = { start: number; end: number }

/**
 * The part of a window that the service accepts (E-13): it ends before now and starts within 60 days, by the service's
 * clock as far as it is known. Undefined if nothing is left. Epoch ms.
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
