import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import type { Declaration } from '../../../../shared/protocol/declarations.ts'

/** Whether a declaration is known to be submitted today, in Romanian time. `now` in epoch milliseconds. */
export function isOfToday(
  { filedOn, createdAt, state, origin }: Pick<Declaration, 'filedOn' | 'createdAt' | 'state' | 'origin'>,
  now: number,
): boolean {
  if (state === 'not-sent' || state === 'rejected') return false
  // A declaration filed elsewhere may be tracked since today and submitted long ago.
  if (filedOn === null && origin === 'elsewhere') return false
  return (filedOn ?? romaniaDay(createdAt)) === romaniaDay(now)
}
