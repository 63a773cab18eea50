import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import type { Declaration } from '../../../../shared/protocol/declarations.ts'

/** Whether a declaration was filed on today's day in Romania, as far as is known. `now` in epoch milliseconds. */
export function isOfToday(
  { filedOn, createdAt, state, origin }: Pick<Declaration, 'filedOn' | 'createdAt' | 'state' | 'origin'>,
  now: number,
): boolean {
  if (state === 'not-sent' || state === 'rejected') return false
  // One that was filed elsewhere may have been followed today and filed long ago.
  if (filedOn === null && origin === 'elsewhere') return false
  return (filedOn ?? romaniaDay(createdAt)) === romaniaDay(now)
}
