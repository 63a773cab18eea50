import type { UploadState } from '../../../shared/protocol/uploads.ts'
import { pauseBeforeCheck } from '../../jobs/schedule.ts'

const HOUR = 3_600_000
/** How long to look for an upload of unknown outcome in the lists, ms. */
const SEARCH_TIME = 48 * HOUR
/** The same after a check that failed, ms: it has told nothing, and the lists go back this far. */
const LISTED_TIME = 60 * 24 * HOUR
/** How long to look for the list entry of a finished upload, ms; later the sync brings it anyway. */
const ENTRY_SEARCH_TIME = 24 * HOUR

/** When to check an upload next, epoch ms; null for never again on its own. `hasFailed`: the last check did. */
export function nextCheck(
  upload: { state: UploadState; createdAt: number },
  now: number,
  hasFailed = false,
): number | null {
  const age = now - upload.createdAt
  if (upload.state === 'unknown' && age > (hasFailed ? LISTED_TIME : SEARCH_TIME)) return null
  if ((upload.state === 'ok' || upload.state === 'nok') && age > ENTRY_SEARCH_TIME) return null
  return now + pauseBeforeCheck(age)
}
