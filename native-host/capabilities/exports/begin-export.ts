import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Export, type ExportOrder, MOST_EXPORTED } from '../../../shared/protocol/invoices/exports.ts'
import type { Archive } from '../../archive/core/archive.ts'

/** Names of files as accountants call what is in them. */
const NAMES: Readonly<Record<Export['area'], Readonly<Partial<Record<Export['format'], string>>>>> = {
  invoices: { originals: 'facturi-originale', xml: 'facturi-xml', pdf: 'facturi-pdf' },
  mailbox: { originals: 'mesaje-spv' },
}

/** Notes which documents an export has; what comes into the archive later is not in it. */
export async function beginExport(
  archive: Pick<Archive, 'messages' | 'mailbox' | 'exports'>,
  order: ExportOrder,
  now: number,
): Promise<Export> {
  const { area, format, folder } = order
  if (folder !== undefined && !(await archive.exports.isFolder(folder)))
    throw new RecipisaError('export-folder', { path: folder })
  const ids = order.ids ?? idsOf(archive, order)
  if (ids.length === 0) throw new RecipisaError('export-empty')
  if (ids.length > MOST_EXPORTED)
    throw new RecipisaError('export-too-large', { count: ids.length, most: MOST_EXPORTED })
  const fileName = `${NAMES[area][format] ?? area}_${romaniaDay(now)}_${ids.length}.zip`
  return archive.exports.begin({ area, format, folder: folder ?? null, fileName, ids: [...new Set(ids)] })
}

function idsOf({ messages, mailbox }: Pick<Archive, 'messages' | 'mailbox'>, order: ExportOrder): string[] {
  const all = order.area === 'invoices' ? messages.idsOf(order.filter) : mailbox.idsOf(order.filter)
  const except = new Set(order.except)
  return all.filter(id => !except.has(id))
}
