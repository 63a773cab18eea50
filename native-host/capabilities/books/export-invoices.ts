import type { BookFormat, DateStyle } from '../../../shared/domain/books.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { InvoiceQuery } from '../../archive/books/books-archive.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { FORMATS } from './formats/format.ts'
import { takeInvoices } from './take.ts'

type Ports = {
  archive: Pick<Archive, 'books' | 'messages' | 'companies' | 'locks'>
  whyMissing: (id: string) => RecipisaError | undefined
  now: () => number
}
type Request = { query: InvoiceQuery; format: BookFormat; again: boolean; dates: DateStyle; by: string }
type Watch = { signal: AbortSignal; progress: (value: { done: number; total: number }) => void }

/** How many reasons for left-out invoices fit into an answer. */
const MOST_PROBLEMS = 100

/**
 * Makes a file of the selected invoices and marks them as exported. One export at a time, over all processes, so that
 * no two take the same invoice. Until the file and the states are recorded together, nothing has happened: a cancel or
 * a killed process leaves no trace. See [the decision](../../../docs/decisions/0050-books-have-a-journal.md).
 */
export async function exportInvoices(
  { archive, whyMissing, now }: Ports,
  { query, format, again, dates, by }: Request,
  watch: Watch,
): Promise<ResultOf<'books.export'>> {
  return archive.locks.withLock('export', watch.signal, async () => {
    const selected = distinct(archive.books.select(query))
    const wanted = again ? selected : selected.filter(({ book }) => book?.state !== 'exported')
    const writer = await FORMATS[format]()
    const { taken, problems } = await takeInvoices({ archive, whyMissing }, wanted, one => writer.check?.(one), watch)
    const left = {
      taken: selected.length - wanted.length,
      unavailable: problems.length,
      problems: problems.slice(0, MOST_PROBLEMS),
    }
    if (taken.length === 0) return { export: null, ...left }
    const { pack } = await import('./pack.ts')
    const { name, bytes } = pack(await writer.files(taken, dates), `${format}_${romaniaDay(now())}.zip`)
    watch.signal.throwIfAborted()
    const invoices = taken.map(({ company: { cui }, uploadIndex }) => ({ cui, uploadIndex }))
    const made = await archive.books.storeExport({ format, by, fileName: name, bytes }, invoices)
    return { export: made, ...left }
  })
}

/** Each document once: ids can name both entries of a self-billed one (E-17). */
function distinct(items: readonly InvoiceItem[]): InvoiceItem[] {
  return [...new Map(items.map(item => [`${item.cui} ${item.uploadIndex}`, item])).values()]
}
