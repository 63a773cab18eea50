import { invoiceOf } from '../../shared/documents/invoice.ts'
import { raspOf } from '../../shared/documents/rasp.ts'
import { summarize } from '../../shared/documents/summary.ts'
import { type VatOfRate, vatByRate } from '../../shared/documents/vat-by-rate.ts'
import type { InvoiceDocument } from '../../shared/protocol/invoices/document.ts'
import type { InvoiceSummary } from '../../shared/protocol/invoices/invoices.ts'
import { fold } from '../../shared/text/search-words.ts'
import type { XmlBounds } from '../../shared/xml/xml-scan.ts'
import { type BoundExceeded, claimedSize, readMembers } from './zip.ts'

/** The index's facts about a ZIP. */
export type Described = {
  invoice: InvoiceSummary | null
  /** Different words of its lines, folded, for searches; empty without lines. */
  lineWords: string
  /** The invoice's VAT; empty if unreadable. */
  vat: VatOfRate[]
  /** Upload index of the invoice that a buyer's message is about. */
  refersTo: string | null
  /** Why the document was not read; null also for a document of an unknown shape. */
  problem: BoundExceeded | null
}

/** Bounds for reading without a thread, bytes: such a ZIP takes 20 ms at most, and a sync of them needs no second heap. */
const SMALL = 256 * 1024
export const SMALL_BOUNDS: XmlBounds = { elements: 5000, attributes: 5000, depth: 100 }

/**
 * Like `describeZip`, for a ZIP that is small in every respect; undefined for any other, which belongs in the thread.
 */
export function describeSmall(zip: Uint8Array): Described | undefined {
  if (!isSmall(zip)) return undefined
  const described = describeZip(zip, SMALL_BOUNDS)
  return described.problem === null || described.problem === 'dtd' ? described : undefined
}

/** Whether its files are small; a ZIP with more files than usual has no known size yet. */
export function isSmall(zip: Uint8Array): boolean {
  const size = claimedSize(zip)
  return size !== undefined && size <= SMALL
}

export function describeZip(zip: Uint8Array, bounds?: XmlBounds): Described {
  const { documentRoot, problem } = readMembers(zip, bounds)
  const document = documentRoot && invoiceOf(documentRoot)
  return {
    invoice: document ? summarize(document) : null,
    lineWords: lineWordsOf(document),
    vat: document ? vatByRate(document) : [],
    refersTo: (documentRoot && raspOf(documentRoot)?.uploadIndex) ?? null,
    problem: problem ?? null,
  }
}

/** Most characters of `lineWords`: an invoice with thousands of lines must not make every search slower. */
const MOST_WORDS = 4000

/** Each word once: searches ask only whether it is there. */
function lineWordsOf(document: Pick<InvoiceDocument, 'lines'> | undefined): string {
  const words = new Set<string>()
  let length = 0
  for (const { name } of document?.lines ?? [])
    for (const word of fold(name).split(' ')) {
      if (words.has(word) || length + word.length > MOST_WORDS) continue
      words.add(word)
      length += word.length + 1
    }
  return [...words].join(' ')
}
