import * as v from 'valibot'
import { UploadState } from '../../../shared/protocol/uploads.ts'
import type { SharedEntry } from '../../archive/exchange/exchange.ts'
import type { Query } from '../database.ts'
import { createFilings, type FilingState } from '../work/filings.ts'

const UploadFacts = v.object({ state: UploadState, uploadIndex: v.nullable(v.string()) })

/** What an upload's state in this seat's journal says about its filing; null while it is being sent. */
const FILING: Readonly<Record<UploadState, FilingState | null>> = {
  sending: null,
  'not-sent': 'released',
  rejected: 'released',
  unknown: 'unknown',
  processing: 'sent',
  ok: 'accepted',
  nok: 'refused',
  'not-taken': 'refused',
}

/**
 * Writes what this seat's journal says of an upload into its filing, in the transaction of its entry. Returns whether others
 * are to see the entry: every other area, and uploads that the authority has or may have.
 */
export async function settleUpload(entry: SharedEntry, query: Query): Promise<boolean> {
  if (entry.area !== 'uploads') return true
  const { state, uploadIndex } = v.parse(UploadFacts, entry.body)
  const filing = FILING[state]
  if (filing === null) return false
  const { environment, company, key: sha256 } = entry
  await createFilings({ query }).settle({ kind: 'upload', environment, company, sha256 }, filing, uploadIndex)
  return filing !== 'released'
}
