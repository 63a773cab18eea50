import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ExportFormat } from '../../../shared/protocol/invoices/exports.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ExportedFile } from '../../archive/exports/export-archive.ts'
import type { Checks } from '../../authority/efactura/types.ts'

/** What makes the files of an export. The authority is asked only for PDFs that are not in the archive. */
export type FormatPorts = {
  archive: Pick<Archive, 'messages' | 'mailbox'>
  checks: () => Promise<Checks>
}

/** Makes the file of one document. Throws why there is none. */
type MakeFile = (ports: FormatPorts, id: string, signal: AbortSignal) => Promise<ExportedFile>

/** Every format by area. A new one is a row here, a word of `ExportFormat` and its name in the catalogue. */
export const EXPORT_FORMATS: Readonly<{
  invoices: Readonly<Record<ExportFormat, MakeFile>>
  mailbox: Readonly<Record<'originals', MakeFile>>
}> = {
  invoices: {
    originals: ({ archive }, id) => ofInvoice(archive, id, 'zip'),
    xml: ({ archive }, id) => ofInvoice(archive, id, 'xml'),
    pdf: pdfOf,
  },
  mailbox: {
    async originals({ archive: { mailbox } }, id) {
      const item = mailbox.get(id)
      if (!item) throw new RecipisaError('message-unknown', { id })
      return { folder: item.cui, ...(await mailbox.read({ area: 'mailbox', id, as: 'document' })) }
    },
  },
}

async function ofInvoice(
  { messages }: FormatPorts['archive'],
  id: string,
  as: 'zip' | 'xml' | 'pdf',
): Promise<ExportedFile> {
  return { folder: itemOf(messages, id).cui, ...(await messages.read({ area: 'invoices', id, as })) }
}

/** The stored PDF; the first time the authority makes it, which is then kept. */
async function pdfOf({ archive, checks }: FormatPorts, id: string, signal: AbortSignal): Promise<ExportedFile> {
  const { messages } = archive
  if (messages.pdf(id)) return ofInvoice(archive, id, 'pdf')
  // Messages and refusals hold no invoice: the authority would refuse each of them.
  if (itemOf(messages, id).invoice === null) throw new RecipisaError('document-part-missing', { id, part: 'pdf' })
  const { bytes } = await messages.read({ area: 'invoices', id, as: 'xml' })
  const answer = await (await checks()).toPdf(bytes, { validate: false }, signal)
  if (answer.outcome === 'invalid') throw new RecipisaError('document-part-missing', { id, part: 'pdf' })
  await messages.storePdf(id, answer)
  return ofInvoice(archive, id, 'pdf')
}

function itemOf(messages: Archive['messages'], id: string) {
  const found = messages.get(id)
  if (!found) throw new RecipisaError('message-unknown', { id })
  return found.item
}
