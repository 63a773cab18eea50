import * as v from 'valibot'
import { Count, Moment } from './values.ts'

/**
 * The progress of a sent or received invoice into the accounting program: nobody has looked at it, someone has, or an
 * export has taken it (W-03).
 */
export const BookState = v.picklist(['new', 'checked', 'exported'])
export type BookState = v.InferOutput<typeof BookState>

/** Longest note about an invoice, characters. */
export const MAX_NOTE = 4000

/** State and note of one invoice in the books of one company. */
export const BookMark = v.object({
  state: BookState,
  /** When the state last changed, and the machine's account that changed it; null while unchanged. */
  at: v.nullable(Moment),
  by: v.nullable(v.string()),
  note: v.string(),
  /** The export that took it; null if marked by hand. */
  exportId: v.nullable(Count),
})
export type BookMark = v.InferOutput<typeof BookMark>

/** The mark of an invoice that nobody has marked. */
export const UNMARKED: BookMark = { state: 'new', at: null, by: null, note: '', exportId: null }

/** A file that an export makes; `native-host/capabilities/books/formats/` has the writer of each. */
export const BookFormat = v.picklist(['xlsx', 'csv', 'saga', 'winmentor'])
export type BookFormat = v.InferOutput<typeof BookFormat>

/** The style of dates inside SAGA's files: its manual does not specify one (docs/exports.md). */
export const DateStyle = v.picklist(['dd.mm.yyyy', 'yyyy-mm-dd'])
export type DateStyle = v.InferOutput<typeof DateStyle>
