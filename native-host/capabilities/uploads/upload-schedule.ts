import type { UploadState } from '../../../shared/protocol/uploads.ts'
import { pauseBeforeCheck } from '../../jobs/schedule.ts'

const HOUR = 3_600_000
/** How long to look for an upload of unknown outcome in the lists, ms. */
const SEARCH_TIME = 48 * HOUR
/** How long to look for the list entry of a finished upload, ms; later the sync brings it anyway. */
const ENTRY_SEARCH_TIME = 24 * HOUR

/** When to check an upload next, epoch ms; null for never again on its own. */
export function nextCheck(upload: { state: UploadState; createdAt: number }, now: number): number | null {
  const age = now - upload.createdAt
  if (upload.state === 'unknown' && age > SEARCH_TIME) return null
  if ((upload.state === 'ok' || upload.state === 'nok') && age > ENTRY_SEARCH_TIME) return null
  return now + pauseBeforeCheck(age)
}
