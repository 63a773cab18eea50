import type { BookState } from '../../../shared/domain/books.ts'
import type { Locale } from '../../../shared/errors/codes.ts'

/** Romanian says 15 facturi, but 30 de facturi. */
const invoicesRo = (n: number): string =>
  n === 1 ? '1 factură' : `${n}${new Intl.PluralRules('ro').select(n) === 'other' ? ' de' : ''} facturi`
const invoicesEn = (n: number): string => (n === 1 ? '1 invoice' : `${n} invoices`)

type Labels = {
  head: string
  states: Record<BookState, string>
  marked: (changed: number, selected: number) => string
  exporting: string
  exported: (invoices: number) => string
  unsaved: (id: number) => string
  nothing: string
  taken: (n: number) => string
  unavailable: (n: number) => string
  exports: Record<'id' | 'at' | 'by' | 'format' | 'invoices' | 'file' | 'empty', string>
}

export const BOOK_LABELS: Record<Locale, Labels> = {
  ro: {
    head: 'Evidență',
    states: { new: 'nouă', checked: 'verificată', exported: 'exportată' },
    marked: (changed, selected) => `Marcate: ${changed} din ${invoicesRo(selected)}.`,
    exporting: 'citesc facturile',
    exported: n => `Exportate: ${invoicesRo(n)}.`,
    unsaved: id =>
      `Exportul ${id} este făcut, dar fișierul lui nu a fost salvat. Salvați-l cu: recipisa invoices book-exports ${id} --output FIȘIER`,
    nothing: 'Nimic de exportat.',
    taken: n => `Exportate deja, lăsate deoparte: ${n}. Cu --again intră și ele.`,
    unavailable: n => `Nu au putut fi exportate: ${n}`,
    exports: {
      id: 'Nr.',
      at: 'Făcut',
      by: 'De',
      format: 'Format',
      invoices: 'Facturi',
      file: 'Fișier',
      empty: 'Niciun export încă.',
    },
  },
  en: {
    head: 'Books',
    states: { new: 'new', checked: 'checked', exported: 'exported' },
    marked: (changed, selected) => `Marked: ${changed} of ${invoicesEn(selected)}.`,
    exporting: 'reading the invoices',
    exported: n => `Exported: ${invoicesEn(n)}.`,
    unsaved: id =>
      `Export ${id} is made, but its file is not saved. Save it with: recipisa invoices book-exports ${id} --output FILE`,
    nothing: 'Nothing to export.',
    taken: n => `Already exported, left out: ${n}. --again takes them too.`,
    unavailable: n => `Could not be exported: ${n}`,
    exports: {
      id: 'No.',
      at: 'Made',
      by: 'By',
      format: 'Format',
      invoices: 'Invoices',
      file: 'File',
      empty: 'No export yet.',
    },
  },
}
