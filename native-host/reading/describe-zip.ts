import { raspOf } from '../../shared/documents/rasp.ts'
import { documentOf, summarize } from '../../shared/documents/ubl.ts'
import type { InvoiceSummary } from '../../shared/protocol/invoices.ts'
import type { XmlBounds } from '../../shared/xml/xml-scan.ts'
import { type Beyond, claimedSize, readMembers } from '../archive/store/zip.ts'

/** What the index keeps of a ZIP beside its bytes. */
export type Described = {
  invoice: InvoiceSummary | null
  /** Upload index of the invoice that a buyer's message is about. */
  refersTo: string | null
  /** Why its document was not read, where that is more than a shape that nobody knows. */
  problem: Beyond | null
}

/** What is read without a thread: it takes some 20 ms at most, and a sync of such documents needs no second heap. */
const SMALL = 256 * 1024
const SMALL_BOUNDS: XmlBounds = { elements: 5000, attributes: 5000, depth: 100 }

/** As `describeZip`, of a ZIP that is small in every respect; undefined for others, which are for the thread. */
export function describeSmall(zip: Uint8Array): Described | undefined {
  const size = claimedSize(zip)
  // Of a ZIP with more files than usual nothing is known yet.
  if (size === undefined || size > SMALL) return undefined
  const described = describeZip(zip, SMALL_BOUNDS)
  return described.problem === null || described.problem === 'dtd' ? described : undefined
}

export function describeZip(zip: Uint8Array, bounds?: XmlBounds): Described {
  const { documentRoot, problem } = readMembers(zip, bounds)
  const document = documentRoot && documentOf(documentRoot)
  return {
    invoice: document ? summarize(document) : null,
    refersTo: (documentRoot && raspOf(documentRoot)?.uploadIndex) ?? null,
    problem: problem ?? null,
  }
}
