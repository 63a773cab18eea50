import * as v from 'valibot'
import { Count, Moment } from './values.ts'

/**
 * How far a sent or received invoice has come on its way into the accounting program: nobody has looked at it, somebody
 * has, an export has taken it (W-03).
 */
export const BookState = v.picklist(['new', 'checked', 'exported'])
export type BookState = v.InferOutput<typeof BookState>

/** Longest note about an invoice, characters. */
export const MAX_NOTE = 4000

/** State and note of one invoice in the books of one company. */
export const BookMark = v.object({
  state: BookState,
  /** When the state was last changed, and by which account of the machine; null while nobody has changed it. */
  at: v.nullable(Moment),
  by: v.nullable(v.string()),
  note: v.string(),
  /** The export that took it; null where it was marked by hand. */
  exportId: v.nullable(Count),
})
export type BookMark = v.InferOutput<typeof BookMark>

/** What is known of an invoice that nobody has marked. */
export const UNMARKED: BookMark = { state: 'new', at: null, by: null, note: '', exportId: null }

/** A file that an export makes; `native-host/capabilities/books/formats/` has the writer of each. */
export const BookFormat = v.picklist(['xlsx', 'csv', 'saga', 'winmentor'])
export type BookFormat = v.InferOutput<typeof BookFormat>

/** How dates are written inside SAGA's files: its manual does not say (docs/exports.md). */
export const DateStyle = v.picklist(['dd.mm.yyyy', 'yyyy-mm-dd'])
export type DateStyle = v.InferOutput<typeof DateStyle>
