import { basename } from 'node:path/posix'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { Archive, ArchivedDocument } from '../../archive/core/archive.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import { type PrintLog, printInvoices } from '../../printing/print.ts'
import { readDocument } from './documents.ts'

/** One PDF of archived invoices, in the given order, named after the only one or after their number. */
export async function printSheets(
  archive: Archive,
  ids: readonly string[],
  locale: Locale,
  log: PrintLog,
): Promise<ArchivedDocument> {
  const invoices: { id: string; xml: Uint8Array; fileName: string }[] = []
  for (const id of ids) {
    const { bytes, fileName } = await readDocument(archive, { area: 'invoices', id, as: 'xml' })
    invoices.push({ id, xml: bytes, fileName })
  }
  const bytes = await printInvoices(invoices, locale, log)
  const [first] = invoices
  const alone = invoices.length === 1 && first ? basename(first.fileName, '.xml') : undefined
  const many = locale === 'ro' ? 'facturi' : 'invoices'
  return {
    fileName: `${alone ?? `${invoices.length}-${many}`}.pdf`,
    mediaType: 'application/pdf',
    bytes,
    sha256: sha256Of(bytes),
  }
}
