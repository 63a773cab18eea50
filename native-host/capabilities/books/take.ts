import type { BookedInvoice } from '../../../shared/documents/booked/booked.ts'
import { sideOf } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readSmallBooked } from '../../reading/read-booked-zip.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { Taken } from './formats/format.ts'

export type Problem = ResultOf<'books.export'>['problems'][number]

type Ports = {
  archive: Pick<Archive, 'messages' | 'companies'>
  /** Why a document is not in the archive. */
  whyMissing: (id: string) => RecipisaError | undefined
}
type Watch = { signal: AbortSignal; progress: (value: { done: number; total: number }) => void }

/** Reads invoices one after the other as booked; unreadable ones are reported and left out. */
export async function takeInvoices(
  { archive, whyMissing }: Ports,
  items: readonly InvoiceItem[],
  check: (taken: Taken) => void,
  { signal, progress }: Watch,
): Promise<{ taken: Taken[]; problems: Problem[] }> {
  const names = new Map(archive.companies.list().map(({ cui, name }) => [cui, name]))
  const taken: Taken[] = []
  const problems: Problem[] = []
  progress({ done: 0, total: items.length })
  for (const [at, item] of items.entries()) {
    signal.throwIfAborted()
    try {
      const missing = whyMissing(item.id)
      if (missing) throw missing
      const invoice = await bookedOf(archive, item.id)
      const { id, uploadIndex, cui, kind } = item
      const one = {
        id,
        uploadIndex,
        company: { cui, name: names.get(cui) ?? null },
        side: sideOf(cui, kind, { sellerCui: invoice.seller.cui, buyerCui: invoice.buyer.cui }),
        invoice,
      }
      check(one)
      taken.push(one)
    } catch (error) {
      // One invoice must not keep the others from the books; a failing disk, though, fails them all.
      if (!(error instanceof RecipisaError) || error.reason === 'storage-failed') throw error
      problems.push({ id: item.id, number: item.invoice?.number ?? null, error: toErrorBody(error) })
    }
    progress({ done: at + 1, total: items.length })
  }
  return { taken, problems }
}

/** Throws `book-not-an-invoice`, or the reason why the document cannot be read. */
async function bookedOf({ messages }: Pick<Archive, 'messages'>, id: string): Promise<BookedInvoice> {
  const { bytes } = await messages.read({ area: 'invoices', id, as: 'zip' })
  const invoice = readSmallBooked(bytes) ?? (await readDocumentInThread('booked', bytes))
  if (!invoice) throw new RecipisaError('book-not-an-invoice', { id })
  return invoice
}
