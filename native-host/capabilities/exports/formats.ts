import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ExportFormat, ExportOrder } from '../../../shared/protocol/invoices/exports.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ExportedFile } from '../../archive/exports/export-archive.ts'
import { invoiceColumns } from './invoice-columns.ts'
import { mailColumns } from './mail-columns.ts'
import { eachAlone, type Format, type FormatPorts } from './making.ts'
import { printed } from './print.ts'
import { listed } from './table.ts'

type MailFormat = Extract<ExportOrder, { area: 'mailbox' }>['format']

/** Every format by area. A new one needs a row here, a word of `ExportFormat` and its name in the catalogue. */
export const EXPORT_FORMATS: Readonly<{
  invoices: Readonly<Record<ExportFormat, Format>>
  mailbox: Readonly<Record<MailFormat, Format>>
}> = {
  invoices: {
    originals: eachAlone(({ archive }, id) => ofInvoice(archive, id, 'zip')),
    xml: eachAlone(({ archive }, id) => ofInvoice(archive, id, 'xml')),
    pdf: eachAlone(pdfOf),
    print: printed(async ({ archive }, id) => {
      // Messages and refusals contain no invoice.
      if (itemOf(archive.messages, id).invoice === null) throw noPdf(id)
      const { bytes: xml } = await ofInvoice(archive, id, 'xml')
      if (!archive.messages.pdf(id)) return { id, xml }
      return { id, xml, pdf: (await ofInvoice(archive, id, 'pdf')).bytes }
    }),
    csv: listed('csv', invoiceColumns, listedInvoice),
    xlsx: listed('xlsx', invoiceColumns, listedInvoice),
  },
  mailbox: {
    originals: eachAlone(({ archive }, id) => ofMail(archive, id)),
    print: printed(async ({ archive }, id) => ({ id, pdf: (await ofMail(archive, id)).bytes })),
    csv: listed('csv', mailColumns, ({ mailbox }, id) => mailOf(mailbox, id)),
    xlsx: listed('xlsx', mailColumns, ({ mailbox }, id) => mailOf(mailbox, id)),
  },
}

/** An errors file names no invoice: its row has the invoice that was filed here, as in lists. */
function listedInvoice({ messages, uploads }: FormatPorts['archive'], id: string): InvoiceItem {
  const item = itemOf(messages, id)
  const filed = item.kind === 'errors' ? uploads.byUploadIndex(item.uploadIndex) : undefined
  return filed?.invoice ? { ...item, invoice: filed.invoice } : item
}

async function ofInvoice(
  { messages }: FormatPorts['archive'],
  id: string,
  as: 'zip' | 'xml' | 'pdf',
): Promise<ExportedFile> {
  return { folder: itemOf(messages, id).cui, ...(await messages.read({ area: 'invoices', id, as })) }
}

async function ofMail({ mailbox }: FormatPorts['archive'], id: string): Promise<ExportedFile> {
  return { folder: mailOf(mailbox, id).cui, ...(await mailbox.read({ area: 'mailbox', id, as: 'document' })) }
}

/** The stored PDF; the first time the authority makes it, and it is then kept. */
async function pdfOf({ archive, checks }: FormatPorts, id: string, signal: AbortSignal): Promise<ExportedFile> {
  const { messages } = archive
  if (messages.pdf(id)) return ofInvoice(archive, id, 'pdf')
  // Messages and refusals contain no invoice: the authority would refuse each of them.
  if (itemOf(messages, id).invoice === null) throw noPdf(id)
  const { bytes } = await messages.read({ area: 'invoices', id, as: 'xml' })
  const answer = await (await checks()).toPdf(bytes, { validate: false }, signal)
  if (answer.outcome === 'invalid') throw noPdf(id)
  await messages.storePdf(id, answer)
  return ofInvoice(archive, id, 'pdf')
}

const noPdf = (id: string) => new RecipisaError('document-part-missing', { id, part: 'pdf' })

function itemOf(messages: Archive['messages'], id: string) {
  const found = messages.get(id)
  if (!found) throw new RecipisaError('message-unknown', { id })
  return found.item
}

function mailOf(mailbox: Archive['mailbox'], id: string) {
  const found = mailbox.get(id)
  if (!found) throw new RecipisaError('message-unknown', { id })
  return found
}
