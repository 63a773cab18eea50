import * as v from 'valibot'
import { BookFormat, BookState, DateStyle, MAX_NOTE } from '../../domain/books.ts'
import { Count, Moment, Sha256, WireId } from '../../domain/values.ts'
import { ErrorBody } from '../../errors/error-body.ts'
import { InvoiceSelection } from './selection.ts'

/** A finished export: its file and its invoices' states were written together. */
export const BookExport = v.object({
  id: Count,
  format: BookFormat,
  at: Moment,
  /** The machine's account. */
  by: v.string(),
  invoices: Count,
  fileName: v.string(),
  size: Count,
  sha256: Sha256,
})
export type BookExport = v.InferOutput<typeof BookExport>

export const books = {
  /** Sets the state or the note of invoices, or both. `changed`: the number of changed invoices. */
  'books.mark': {
    params: v.strictObject({
      selection: InvoiceSelection,
      state: v.optional(BookState),
      note: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE))),
    }),
    result: v.object({ changed: Count, selected: Count }),
  },
  /**
   * Makes a file of the invoices and marks them as exported, both or neither. Invoices that an export has taken are left
   * out unless `again`. `export` is null if nothing was left to export.
   */
  'books.export': {
    params: v.strictObject({
      selection: InvoiceSelection,
      format: BookFormat,
      again: v.optional(v.boolean(), false),
      dates: v.optional(DateStyle, 'dd.mm.yyyy'),
    }),
    progress: v.object({ done: Count, total: Count }),
    result: v.object({
      export: v.nullable(BookExport),
      /** Invoices left out because an earlier export has them. */
      taken: Count,
      /** Invoices left out because they are not archived or do not fit this format; at most 100 with their reasons. */
      unavailable: Count,
      problems: v.array(v.object({ id: WireId, number: v.nullable(v.string()), error: ErrorBody })),
    }),
  },
  /** The latest come first. */
  'books.exports': {
    params: v.strictObject({
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(BookExport), total: Count }),
  },
}
