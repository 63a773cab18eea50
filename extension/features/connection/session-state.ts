import type { ServiceSession } from '../../../shared/protocol/session.ts'
import { t } from '../../locales/locale.ts'
import type { SessionVisit } from '../certificate-visit/stored-visits.ts'

/** After this time, in milliseconds, a waiting visit counts as unusually slow (G-06). */
const SLOW_AFTER = 60_000

/** Label of a session that is not active; `isTrying` while a certificate visit is open. */
export function sessionStateLabel(
  state: ServiceSession['state'],
  attempt: SessionVisit | undefined,
  now: number,
): { words: string; isTrying: boolean } {
  if (attempt?.phase === 'waiting' || attempt?.phase === 'exchanging') {
    const isSlow = now - attempt.startedAt > SLOW_AFTER
    return { words: t(isSlow ? 'connecting-slow' : 'connecting'), isTrying: true }
  }
  return { words: t(state === 'none' ? 'disconnected' : 'session-expired'), isTrying: false }
}
