import type { UploadState } from '../../../shared/protocol/uploads.ts'
import { pauseBeforeCheck } from '../../jobs/schedule.ts'

const HOUR = 3_600_000
/** For how long an upload of unknown outcome is looked for in the lists, ms. */
const SEARCH_TIME = 48 * HOUR
/** For how long the list entry of a finished upload is looked for, ms; later the sync brings it anyway. */
const ENTRY_SEARCH_TIME = 24 * HOUR

/** When an upload is checked next, epoch ms; null for never again by itself. */
export function nextCheck(upload: { state: UploadState; createdAt: number }, now: number): number | null {
  const age = Math.max(0, now - upload.createdAt)
  if (upload.state === 'unknown' && age > SEARCH_TIME) return null
  if ((upload.state === 'ok' || upload.state === 'nok') && age > ENTRY_SEARCH_TIME) return null
  return now + pauseBeforeCheck(age)
}
