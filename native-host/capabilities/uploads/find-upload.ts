import { createHash } from 'node:crypto'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { UploadPorts } from './ports.ts'
import { CLOCKS_APART } from './uploaded-document.ts'

/** Downloads that fail as they do where the service is away, after which no more are tried this time. */
const MOST_FAILURES = 3

/**
 * Looks for a filing whose answer was lost: the upload index of the entry whose document is the one that was sent.
 * Undefined says that the lists do not have it yet, and not that it was not filed (E-18). The errors file of a nok names
 * no document, so an entry of that kind proves nothing.
 */
export async function findUpload(
  { archive, eInvoicing, fetchMessage }: UploadPorts,
  attempt: Upload,
  signal: AbortSignal,
): Promise<string | undefined> {
  // One at a time for a company: of two that sent the same bytes each gets its own entry.
  return archive.locks.withLock(`find ${attempt.cui}`, signal, async () => {
    const since = attempt.createdAt - CLOCKS_APART
    const { messages } = await eInvoicing.listWindow({ cui: attempt.cui, from: since }, signal)
    const staged = await archive.uploads.staged(attempt.sha256)
    const candidates = messages.filter(
      entry => mayBe(entry, attempt) && !archive.uploads.byUploadIndex(entry.uploadIndex),
    )
    // Should the same document have been filed elsewhere too, the entry of this attempt's time is the likelier one.
    const distance = ({ createdAt }: ListedMessage) => Math.abs(createdAt - attempt.createdAt)
    candidates.sort((a, b) => distance(a) - distance(b))
    const failures: RecipisaError[] = []
    for (const entry of candidates) {
      try {
        archive.messages.record([entry])
        await fetchMessage(entry.id, signal)
        const document = await documentOf(archive, entry.id)
        if (document && (await isSame(document, attempt, staged?.bytes))) return entry.uploadIndex
      } catch (error) {
        // One document that cannot be had, or read, must not hide the one behind it.
        const trouble = error instanceof RecipisaError && !signal.aborted ? failureClassOf(error) : 'stop'
        if (trouble === 'systemic') failures.push(error as RecipisaError)
        if (trouble === 'stop' || failures.length >= MOST_FAILURES) throw error
      }
    }
    if (failures[0]) throw failures[0]
    return undefined
  })
}

/** By what the list says. */
function mayBe(entry: ListedMessage, { standard, invoice }: Upload): boolean {
  if (standard === 'RASP') return entry.kind === 'buyer-message'
  if (entry.kind !== 'sent' && entry.kind !== 'received') return false
  const seller = invoice?.sellerCui
  return entry.sellerCui === null || !seller || entry.sellerCui === seller
}

async function documentOf({ messages }: UploadPorts['archive'], id: string): Promise<Uint8Array | undefined> {
  try {
    return (await messages.read({ area: 'invoices', id, as: 'xml' })).bytes
  } catch (error) {
    // Not here yet, or a ZIP without a document that could be compared, or with one that nobody can read.
    const codes = ['not-found', 'unexpected-answer']
    if (error instanceof RecipisaError && codes.includes(error.code)) return undefined
    throw error
  }
}

/** The same bytes; or the same number, day, parties and sum, should the service have written it anew. */
async function isSame(document: Uint8Array, attempt: Upload, sent: Uint8Array | undefined): Promise<boolean> {
  if (createHash('sha256').update(document).digest('hex') === attempt.sha256) return true
  if (attempt.standard === 'RASP') {
    const one = await readDocumentInThread('buyerMessage', document)
    const other = sent && (await readDocumentInThread('buyerMessage', sent))
    return one !== null && one.uploadIndex === other?.uploadIndex && one.message === other.message
  }
  const { invoice } = await readDocumentInThread('upload', document, '')
  return invoice !== null && attempt.invoice !== null && keyOf(invoice) === keyOf(attempt.invoice)
}

function keyOf({ number, issueDate, sellerCui, buyerCui, payableAmount, currency }: InvoiceSummary): string {
  return JSON.stringify([number, issueDate, sellerCui, buyerCui, payableAmount, currency])
}
