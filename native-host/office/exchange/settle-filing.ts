import * as v from 'valibot'
import { RequestParams } from '../../../shared/domain/requests.ts'
import { DeclarationState } from '../../../shared/protocol/declarations.ts'
import { UploadState } from '../../../shared/protocol/uploads.ts'
import type { Exchange, OutgoingEntry, SharedEntry } from '../../archive/exchange/exchange.ts'
import { createFilings, type FilingState } from '../coordination/filings.ts'
import { requestContent } from '../coordination/request-content.ts'
import type { Query } from '../database.ts'

const UploadFacts = v.object({ state: UploadState, uploadIndex: v.nullable(v.string()) })
const DeclarationFacts = v.object({
  state: DeclarationState,
  sha256: v.nullable(v.string()),
  filingNumber: v.nullable(v.string()),
})

const RequestFacts = v.object({
  type: v.string(),
  cui: v.string(),
  params: RequestParams,
  requestId: v.string(),
  createdAt: v.number(),
  answeredAt: v.nullable(v.number()),
})

/** The filing's state for each state in this seat's journal; null while it is being sent. */
const FILING: Readonly<Record<UploadState | DeclarationState, FilingState | null>> = {
  sending: null,
  'not-sent': 'released',
  rejected: 'released',
  unknown: 'unknown',
  processing: 'sent',
  ok: 'accepted',
  valid: 'accepted',
  nok: 'refused',
  'not-taken': 'refused',
  'has-errors': 'refused',
  'not-a-document': 'refused',
}

/**
 * Records this computer's knowledge of an upload, a declaration or a request in its filing, in the transaction of its
 * entry. Returns whether others should see the entry: true for every other area, and for filings that the authority has
 * or may have.
 */
export async function settleFiling(
  entry: OutgoingEntry,
  exchange: Pick<Exchange, 'computer' | 'isLatest'>,
  query: Query,
): Promise<boolean> {
  const facts = factsOf(entry)
  if (!facts) return true
  const filing = FILING[facts.state]
  if (filing === null) return false
  const { environment, company } = entry
  const { kind, sha256, number } = facts
  // Nobody has the bytes of a declaration that was submitted elsewhere.
  if (sha256 === null) return filing !== 'released'
  const computer = exchange.computer(sha256)
  await query('SAVEPOINT filing')
  await createFilings({ query }).settle({ kind, environment, company, sha256, computer }, filing, number, null)
  // Meanwhile the same content may be on its way again. Its claim waits for this transaction, or came before it.
  if (filing === 'released' && !exchange.isLatest(entry.n)) await query('ROLLBACK TO filing')
  return filing !== 'released'
}

function factsOf({ area, key, body }: SharedEntry) {
  if (area === 'uploads') {
    const { state, uploadIndex: number } = v.parse(UploadFacts, body)
    return { kind: 'upload', state, sha256: key, number } as const
  }
  if (area === 'requests') {
    const { requestId: number, createdAt, answeredAt, ...query } = v.parse(RequestFacts, body)
    return {
      kind: 'request',
      state: 'processing',
      sha256: requestContent(query, answeredAt ?? createdAt),
      number,
    } as const
  }
  if (area !== 'declarations') return undefined
  const { state, sha256, filingNumber: number } = v.parse(DeclarationFacts, body)
  return { kind: 'declaration', state, sha256, number } as const
}
