import type { Filed, InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Uploads } from '../../archive/uploads/upload-archive.ts'

/**
 * An errors file names no invoice: its upload index joins it with the invoice that was filed here, and with that
 * invoice's corrections. Other documents stay unchanged.
 */
export function withFiled(uploads: Uploads, item: InvoiceItem): InvoiceItem {
  if (item.kind !== 'errors') return item
  const upload = uploads.byUploadIndex(item.uploadIndex)
  return upload ? { ...item, filed: filedAs(uploads, upload) } : item
}

function filedAs(uploads: Uploads, { id, fileName, invoice }: Upload): Filed {
  const last = lastCorrection(uploads, id, new Set())
  return {
    uploadId: id,
    fileName,
    invoice,
    correction: last
      ? { uploadId: last.id, name: last.invoice?.number || last.fileName, state: STATES[last.state] }
      : null,
  }
}

/**
 * A correction may have errors itself and be corrected again: returns the end of that chain, preferring a valid one.
 */
function lastCorrection(uploads: Uploads, id: number, seen: Set<number>): Upload | undefined {
  if (seen.has(id)) return undefined
  seen.add(id)
  const corrections = uploads.correctionsOf(id)
  const latest = corrections.find(({ state }) => state === 'ok') ?? corrections[0]
  return latest && (lastCorrection(uploads, latest.id, seen) ?? latest)
}

const STATES = {
  sending: 'pending',
  processing: 'pending',
  unknown: 'pending',
  ok: 'valid',
  nok: 'refused',
  'not-taken': 'refused',
  rejected: 'refused',
  'not-sent': 'refused',
} as const satisfies Record<Upload['state'], string>
