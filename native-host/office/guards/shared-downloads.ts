import { isStorageAway } from '../../../shared/errors/office-away.ts'
import type { Exchange, SharedEntry } from '../../archive/exchange/exchange.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import type { ClaimKey } from '../coordination/claims.ts'
import type { Office } from '../office.ts'
import { isUnreadable } from '../store/documents.ts'
import { isAway, orAlone } from './when-away.ts'

type Ports = {
  office: Pick<Office, 'claims' | 'entryDocument' | 'publish'>
  exchange: Pick<Exchange, 'entry' | 'sent'>
  area: 'invoices' | 'mail'
  environment: string
}

/** The bytes of a document, or the authority's answer without any. */
export type Downloaded<Other> = { bytes: Uint8Array } | { other: Other }

/**
 * Downloads a document of the authority once for all seats: from the office if a colleague had it, else from the
 * authority under a claim, and into the office before the claim is released. `busy` while another seat downloads it.
 * While the office is unreachable, this seat downloads for itself.
 */
export async function downloadForAll<Other>(
  { office, exchange, area, environment }: Ports,
  id: string,
  download: () => Promise<Downloaded<Other>>,
): Promise<Downloaded<Other> | 'busy'> {
  const company = exchange.entry(area, id)?.company
  const key = { area, environment, key: id, ...(company === undefined ? {} : { company }) }
  const claim = await orAlone(
    () => office.claims.take(key),
    () => 'alone' as const,
  )
  if (claim === 'busy') return 'busy'
  // As long as nobody knows whose document it is, an entry of the office's proves nothing.
  if (claim === 'there' && company !== undefined) {
    const bytes = await fromOffice(office, key)
    if (bytes) return { bytes }
    // The download below repairs the office's copy.
  }
  if (claim === 'alone') return download()
  let keepsClaim = false
  try {
    const answer = await download()
    if ('bytes' in answer) {
      const entry = exchange.entry(area, id)
      // The document of an upload can come before its list entry. Until it is in the office, nobody else should
      // download it: the exchange releases the claim once it has sent the document.
      keepsClaim = entry === undefined || !(await publish({ office, exchange }, entry, answer.bytes))
    }
    return answer
  } finally {
    if (!keepsClaim)
      await orAlone(
        () => office.claims.release(key),
        () => undefined, // the connection is lost, and the claim with it
      )
  }
}

/** Undefined where the office's copy is lost or damaged: the authority's is as good. */
async function fromOffice(office: Pick<Office, 'entryDocument'>, key: ClaimKey): Promise<Uint8Array | undefined> {
  try {
    return await office.entryDocument(key)
  } catch (error) {
    if (isUnreadable(error)) return undefined
    throw error
  }
}

/** False where the office or its S3 store is out of reach, which costs the person nothing: the exchange does it later. */
async function publish(
  { office, exchange }: Pick<Ports, 'office' | 'exchange'>,
  entry: SharedEntry,
  bytes: Uint8Array,
): Promise<boolean> {
  try {
    const txid = await office.publish({ ...entry, sha256: sha256Of(bytes) }, bytes)
    // The archive is about to have it: without this mark it would come back as work that was lost.
    if (txid !== undefined) exchange.sent([], txid)
    return true
  } catch (error) {
    if (isAway(error) || isStorageAway(error)) return false
    throw error
  }
}
