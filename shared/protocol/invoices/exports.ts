import * as v from 'valibot'
import { Count, Moment, Nothing, Sha256, WireId } from '../../domain/values.ts'
import { ErrorBody } from '../../errors/error-body.ts'
import { MailFilter } from '../mailbox.ts'
import { InvoiceFilter } from './query.ts'

/** Most documents of one export with a file for each: a ZIP without extensions has at most 65,535 files. */
export const MOST_EXPORTED = 50_000
/** Most rows of an exported table. */
export const MOST_LISTED = 200_000

/**
 * Export formats for many documents. A file for each: their signed originals, their XML, their PDFs. `print`: one PDF
 * after the other in a few files, the authority's if archived, else our own. `csv`, `xlsx`: a row for each.
 */
export const ExportFormat = v.picklist(['originals', 'xml', 'pdf', 'print', 'csv', 'xlsx'])
export type ExportFormat = v.InferOutput<typeof ExportFormat>

const which = {
  /** Only these; without this field, all that match the filter. */
  ids: v.optional(v.pipe(v.array(WireId), v.maxLength(MOST_EXPORTED))),
  /** All matching ones except these. */
  except: v.optional(v.pipe(v.array(WireId), v.maxLength(MOST_EXPORTED)), []),
  /** Absolute path of an existing folder for the files. Without it the export is one file, a ZIP for several. */
  folder: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  /** The language of our own PDFs. */
  locale: v.optional(v.picklist(['ro', 'en']), 'ro'),
}

/** The documents to export, and their format. */
export const ExportOrder = v.variant('area', [
  v.strictObject({
    area: v.literal('invoices'),
    format: ExportFormat,
    filter: v.optional(InvoiceFilter, {}),
    ...which,
  }),
  v.strictObject({
    area: v.literal('mailbox'),
    format: v.picklist(['originals', 'print', 'csv', 'xlsx']),
    filter: v.optional(MailFilter, {}),
    ...which,
  }),
])
export type ExportOrder = v.InferOutput<typeof ExportOrder>

export const Export = v.object({
  id: Count,
  area: v.picklist(['invoices', 'mailbox']),
  format: ExportFormat,
  /** `interrupted`: no process works on it; the next started host takes it up (U-05). */
  state: v.picklist(['running', 'interrupted', 'done', 'failed', 'cancelled']),
  total: Count,
  done: Count,
  /** Documents that could not be exported; the first 20 with the reason. */
  skipped: Count,
  skips: v.array(v.object({ id: WireId, error: ErrorBody })),
  /** Null for one file, which `documents.read` returns once the export is done. */
  folder: v.nullable(v.string()),
  /** The name of the one file; in a folder, of the table or of the first PDF. */
  fileName: v.string(),
  size: v.nullable(Count),
  sha256: v.nullable(Sha256),
  createdAt: Moment,
  endedAt: v.nullable(Moment),
  error: v.nullable(ErrorBody),
})
export type Export = v.InferOutput<typeof Export>

const OfExport = v.strictObject({ id: Count })
const One = v.object({ export: Export })

export const exportMethods = {
  /** Records the documents and begins. Throws `export-empty`, `export-too-large`, `export-folder`. */
  'exports.begin': { params: v.strictObject({ order: ExportOrder }), result: One },
  /** The latest first, as many as fit into an answer (H-01); their files stay for a week. */
  'exports.list': { params: Nothing, result: v.object({ exports: v.array(Export) }) },
  /** Streams the progress of an export and answers when it has ended. */
  'exports.follow': { params: OfExport, progress: One, result: One },
  'exports.cancel': { params: OfExport, result: One },
  /** Restarts a cancelled or failed export; existing PDFs are not requested again. */
  'exports.resume': { params: OfExport, result: One },
  /** Removes the export and its file; documents in a folder stay. */
  'exports.remove': { params: OfExport, result: v.object({ removed: v.boolean() }) },
}
