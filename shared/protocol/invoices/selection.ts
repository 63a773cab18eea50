import * as v from 'valibot'
import { WireId } from '../../domain/values.ts'
import { InvoiceFilter } from './query.ts'

/** Invoices by their ids, or all that a filter finds except `except`, however many: the host reads them. */
export const InvoiceSelection = v.union([
  v.strictObject({ ids: v.pipe(v.array(WireId), v.minLength(1), v.maxLength(10_000)) }),
  v.strictObject({ filter: InvoiceFilter, except: v.optional(v.pipe(v.array(WireId), v.maxLength(10_000))) }),
])
export type InvoiceSelection = v.InferOutput<typeof InvoiceSelection>
