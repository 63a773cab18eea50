import { createHash } from 'node:crypto'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { isStorageAway } from '../../../shared/errors/office-away.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { UploadPorts } from './ports.ts'
import { listedSince } from './uploaded-document.ts'

/** How many downloads may fail like those of an absent service before this search ends. */
const MAX_FAILURES = 3

/**
 * Looks for an upload of unknown outcome in the lists, and returns the upload index of its entry: the one with the same
 * bytes, else one with the same facts whose bytes no other upload has. Undefined means that the lists do not have it
 * yet, not that it did not arrive (E-18). The errors file of a nok names no document, so an entry of that kind proves
 * nothing. See [the decision](../../../docs/decisions/0012-lost-answers-by-content.md).
 */
export async function findUpload(
  { archive, eInvoicing, fetchMessage, now }: UploadPorts,
  upload: Upload,
  signal: AbortSignal,
): Promise<string | undefined> {
  // One search at a time for a company, so that two uploads of the same bytes get different entries.
  return archive.locks.withLock(`find ${upload.cui}`, signal, async () => {
    const from = listedSince(upload, now())
    const { messages } = await eInvoicing.listWindow({ cui: upload.cui, from }, signal)
    const staged = await archive.uploads.staged(upload.sha256)
    const candidates = messages.filter(entry => canBe(entry, upload) && isFree(archive, entry))
    // If the same document was also uploaded elsewhere, the entry closer in time is the likelier one.
    const distance = ({ createdAt }: ListedMessage) => Math.abs(createdAt - upload.createdAt)
    candidates.sort((a, b) => distance(a) - distance(b))
    const failures: RecipisaError[] = []
    let sameFacts: string | undefined
    for (const entry of candidates) {
      try {
        archive.messages.record([entry])
        await fetchMessage(entry.id, signal)
        const document = await documentOf(archive, entry.id)
        if (!document) continue
        const sha256 = createHash('sha256').update(document).digest('hex')
        if (sha256 === upload.sha256) return entry.uploadIndex
        // Two versions of an invoice can have the same facts, and only one may have arrived.
        if (archive.uploads.byContent(sha256).length > 0) continue
        if (sameFacts === undefined && (await hasSameFacts(document, upload, staged?.bytes)))
          sameFacts = entry.uploadIndex
      } catch (error) {
        // A document that cannot be downloaded or read must not hide the next one.
        const failure = error instanceof RecipisaError && !signal.aborted ? failureClassOf(error) : 'stop'
        // A document that the office's S3 store cannot give now may be the upload's.
        if (failure === 'systemic' || isStorageAway(error)) failures.push(error as RecipisaError)
        if (failure === 'stop' || failures.length >= MAX_FAILURES) throw error
      }
    }
    if (failures[0]) throw failures[0]
    return sameFacts
  })
}

/** Whether the list entry may belong to this upload. */
function canBe(entry: ListedMessage, { standard, invoice }: Upload): boolean {
  if (standard === 'RASP') return entry.kind === 'buyer-message'
  if (entry.kind !== 'sent' && entry.kind !== 'received') return false
  const seller = invoice?.sellerCui
  return entry.sellerCui === null || !seller || entry.sellerCui === seller
}

/** Whether no upload has the entry's index; a colleague's of another company only claims to have it. */
function isFree({ uploads }: UploadPorts['archive'], { uploadIndex, cui }: ListedMessage): boolean {
  const holder = uploads.byUploadIndex(uploadIndex)
  return !holder || (holder.seat !== undefined && holder.cui !== cui)
}

async function documentOf({ messages }: UploadPorts['archive'], id: string): Promise<Uint8Array | undefined> {
  try {
    return (await messages.read({ area: 'invoices', id, as: 'xml' })).bytes
  } catch (error) {
    // It is not archived yet, or the ZIP holds no readable document.
    const codes = ['not-found', 'unexpected-answer']
    if (error instanceof RecipisaError && codes.includes(error.code)) return undefined
    throw error
  }
}

/** Whether they are of one kind with the same number, day, parties and sums, in case the service has rewritten the XML. */
async function hasSameFacts(document: Uint8Array, upload: Upload, sent: Uint8Array | undefined): Promise<boolean> {
  if (upload.standard === 'RASP') {
    const one = await readDocumentInThread('buyerMessage', document)
    const other = sent && (await readDocumentInThread('buyerMessage', sent))
    return one !== null && one.uploadIndex === other?.uploadIndex && one.message === other.message
  }
  const found = await invoiceIn(document)
  // The same reader for both: an earlier version of this program may have read other facts.
  const filed = sent ? await invoiceIn(sent) : upload.invoice
  return found !== null && filed !== null && isSame(found, filed)
}

const invoiceIn = async (bytes: Uint8Array): Promise<InvoiceSummary | null> =>
  (await readDocumentInThread('upload', bytes, '')).invoice

/** What tells versions of an invoice apart: of a paid one nothing is left to pay, and a credit note can have its number. */
const FACTS = [
  'number',
  'issueDate',
  'sellerCui',
  'buyerCui',
  'currency',
  'payableAmount',
  'grossAmount',
  'type',
] as const

/** An earlier version of this program did not read all facts. Without the total, there must be something left to pay. */
function isSame(found: InvoiceSummary, filed: InvoiceSummary): boolean {
  if (filed.grossAmount === undefined && !/[1-9]/.test(filed.payableAmount ?? '')) return false
  return FACTS.every(fact => filed[fact] === undefined || found[fact] === filed[fact])
}
