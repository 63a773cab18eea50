import type { Archive } from '../../native-host/archive/core/archive.ts'
import { exportInvoices } from '../../native-host/capabilities/books/export-invoices.ts'
import type { BookFormat } from '../../shared/domain/books.ts'
import type { Random } from '../authority/world/random.ts'
import type { Clock } from './clock.ts'
import type { Client } from './trade.ts'

const PEOPLE = ['maria.ionescu', 'dan.pop']
const NOTES = [
  'lipsește NIR-ul',
  'de întrebat clientul: două plăți',
  'cheltuială nedeductibilă 50 %',
  'plătită cu cardul',
]
const FORMATS: readonly BookFormat[] = ['xlsx', 'saga', 'winmentor', 'csv']
/** Companies whose last closed month went through an export file; the others were marked by hand. */
const EXPORTED = 4

/** How the invoices of an office came into its accounting programs. */
export function createBooks(
  archive: Pick<Archive, 'books' | 'messages' | 'companies' | 'locks'>,
  clock: Clock,
  random: Random,
) {
  const { books } = archive
  const keysOf = (filter: Parameters<typeof books.select>[0]) =>
    books.select(filter).map(({ cui, uploadIndex }) => ({ cui, uploadIndex }))
  return {
    /** Once a month is over, its invoices are booked. `month`: `yyyy-MM`. */
    closeMonth(month: string): void {
      books.mark(keysOf({ filter: ofMonth(month) }), { state: 'exported' }, random.pick(PEOPLE))
    },
    /** The last closed month as `closeMonth` does, with the files of a few companies. */
    async exportMonth(month: string, clients: readonly Client[]): Promise<void> {
      for (const [n, { cui }] of clients.slice(0, EXPORTED).entries()) {
        const format = FORMATS[n % FORMATS.length] ?? 'csv'
        const query = { filter: { ...ofMonth(month), cui } }
        const request = { query, format, again: false, dates: 'dd.mm.yyyy' as const, by: random.pick(PEOPLE) }
        const watch = { signal: new AbortController().signal, progress: () => undefined }
        await exportInvoices({ archive, whyMissing: () => undefined, now: clock.now }, request, watch)
      }
      this.closeMonth(month)
    },
    /** The reviewed part of the present month: most of two companies in three; some invoices with a note. */
    check(month: string, clients: readonly Client[]): void {
      for (const [n, { cui }] of clients.entries()) {
        const keys = keysOf({ filter: { ...ofMonth(month), cui } })
        if (n % 3 !== 2)
          books.mark(keys.slice(0, Math.floor(keys.length * 0.7)), { state: 'checked' }, random.pick(PEOPLE))
        if (n % 4 === 1 && keys.length > 2)
          books.mark(keys.slice(1, 2), { note: random.pick(NOTES) }, random.pick(PEOPLE))
      }
    },
  }
}

function ofMonth(month: string) {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return { issuedSince: `${month}-01`, issuedUntil: `${month}-${daysInMonth}` }
}
