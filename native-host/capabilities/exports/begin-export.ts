import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Export, type ExportOrder, MOST_EXPORTED, MOST_LISTED } from '../../../shared/protocol/invoices/exports.ts'
import type { Archive } from '../../archive/core/archive.ts'

/** File names that accountants use for these contents. */
const NAMES: Readonly<Record<Export['area'], Readonly<Partial<Record<Export['format'], string>>>>> = {
  invoices: {
    originals: 'facturi-originale',
    xml: 'facturi-xml',
    pdf: 'facturi-pdf',
    print: 'facturi-de-tiparit',
    csv: 'lista-facturi',
    xlsx: 'lista-facturi',
  },
  mailbox: {
    originals: 'mesaje-spv',
    print: 'mesaje-spv-de-tiparit',
    csv: 'lista-mesaje-spv',
    xlsx: 'lista-mesaje-spv',
  },
}
/** Extensions of the formats that make one file; the others make a ZIP of many. */
const ENDINGS: Readonly<Partial<Record<Export['format'], string>>> = { print: 'pdf', csv: 'csv', xlsx: 'xlsx' }

/** Records the documents of an export; documents archived later are not part. */
export async function beginExport(
  archive: Pick<Archive, 'messages' | 'mailbox' | 'exports'>,
  order: ExportOrder,
  now: number,
): Promise<Export> {
  const { area, format, folder, locale } = order
  if (folder !== undefined && !(await archive.exports.isFolder(folder)))
    throw new RecipisaError('export-folder', { path: folder })
  const ids = [...new Set(order.ids ?? idsOf(archive, order))]
  if (ids.length === 0) throw new RecipisaError('export-empty')
  const most = format === 'csv' || format === 'xlsx' ? MOST_LISTED : MOST_EXPORTED
  if (ids.length > most) throw new RecipisaError('export-too-large', { count: ids.length, most })
  const fileName = `${NAMES[area][format] ?? area}_${romaniaDay(now)}_${ids.length}.${ENDINGS[format] ?? 'zip'}`
  return archive.exports.begin({ area, format, folder: folder ?? null, fileName, locale, ids })
}

function idsOf({ messages, mailbox }: Pick<Archive, 'messages' | 'mailbox'>, order: ExportOrder): string[] {
  const all = order.area === 'invoices' ? messages.idsOf(order.filter) : mailbox.idsOf(order.filter)
  const except = new Set(order.except)
  return all.filter(id => !except.has(id))
}
