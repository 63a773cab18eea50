import { basename } from 'node:path/posix'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { ArchivedDocument } from '../core/archive.ts'
import type { TextIndex } from '../search/text-index.ts'
import type { StoredDocument } from '../store/document-store.ts'
import { sha256Of } from '../store/hash.ts'
import { bringFromElsewhere, type Elsewhere, findBytes, intactBytes, tryRead } from '../store/stored-bytes.ts'
import { describe, NOTHING } from './describe.ts'
import { type InvoiceDocuments, type Pdf, pdfPath, readableName } from './invoice-documents.ts'
import type { Messages } from './message-archive.ts'
import type { MessageIndex } from './message-index.ts'
import type { MessageList } from './message-list.ts'
import { type MessageRow, toItem, toMessage } from './message-rows.ts'
import type { MessageWork } from './message-work.ts'
import type { StoredInvoice } from './stored-invoice.ts'

type Options = {
  index: MessageIndex
  list: MessageList
  work: MessageWork
  documents: InvoiceDocuments
  texts: TextIndex
  elsewhere: Elsewhere | undefined
}

/** Messages: rows of the index and files on disk together. */
export function createMessages({ index, list, work, documents, texts, elsewhere }: Options): Messages {
  const { claimUndescribed, countDescribing, ...claims } = work
  const known = (id: string): MessageRow => {
    const row = index.find(id)
    if (!row) throw new RecipisaError('message-unknown', { id })
    return row
  }

  const readPdf = async (row: MessageRow): Promise<ArchivedDocument> => {
    const { id, path } = row
    const pdf = pdfOf(row)
    const bytes = pdf && path !== null ? await documents.read(pdfPath(path)) : undefined
    if (!pdf || !bytes || path === null) throw new RecipisaError('pdf-missing', { id })
    if (sha256Of(bytes) !== pdf.sha256)
      throw new RecipisaError('document-damaged', { path: documents.absolute(pdfPath(path)) })
    return { fileName: basename(pdfPath(path)), mediaType: 'application/pdf', bytes, sha256: pdf.sha256 }
  }

  /** The document that an interrupted run left on disk. */
  const recover = async (row: MessageRow): Promise<StoredInvoice | undefined> => {
    const incoming = await documents.incoming(row.id)
    if (incoming) return undescribed(incoming, null)
    const placed = await documents.placed(toMessage(row))
    return placed && undescribed(placed.stored, placed.sidecar.pdf ?? null)
  }

  /**
   * Whatever its content, a document is archived first and described afterwards. `zip`: its bytes, if they are at hand.
   */
  const archive = async (id: string, stored: StoredInvoice, zip?: Uint8Array) => {
    await index.archived(id, stored)
    await describeAndPlace(id, stored, 1, zip)
  }

  /** `attempt`: the number of this try, already in the index. */
  const describeAndPlace = async (id: string, stored: StoredInvoice, attempt: number, bytes?: Uint8Array) => {
    const zip = bytes ?? (await documents.read(stored.path))
    if (!zip) return void index.missing(id, stored.path)
    const described = { ...stored, ...(await describe(zip, attempt)) }
    await index.described(id, documents.isPlaced(stored) ? described : await place(toMessage(known(id)), described))
  }

  const store: Messages['store'] = async (id, zip) => {
    const row = known(id)
    // An intact document stays unchanged, including its file.
    if (row.state === 'archived' && row.sha256 === sha256Of(zip) && (await intactBytes(documents, row))) return
    await archive(id, undescribed(await documents.receive(id, zip), null), zip)
  }

  const place = async (message: ListedMessage, described: StoredInvoice): Promise<StoredInvoice> => {
    const file = `${readableName(message, described.invoice)}.zip`
    const { stored, sidecar } = await documents.place(message, file, described)
    return { ...described, ...stored, pdf: sidecar.pdf ?? null }
  }

  return {
    ...list,
    ...claims,
    record: entries => index.record(entries),
    async recover(id) {
      const stored = await recover(known(id))
      if (stored) await archive(id, stored)
      return stored !== undefined
    },
    indexTexts: signal => texts.takeIn(signal),
    async describe(id) {
      if (!claimUndescribed(id)) return
      try {
        const row = known(id)
        const { path, sha256, size, archivedAt } = row
        const bytes = path === null ? undefined : await tryRead(documents, path)
        // A check of the archive reports it; the next sync tries again.
        if (bytes === 'unreadable') return
        // If a run ended between placing the document and writing its row, the sidecar has its place.
        const stored =
          path !== null && sha256 !== null && bytes
            ? undescribed({ path, sha256, size: size ?? 0, archivedAt: archivedAt ?? 0 }, pdfOf(row) ?? null)
            : await recover(row)
        if (stored) await describeAndPlace(id, stored, countDescribing(id), bytes)
        else if (path !== null) index.missing(id, path)
      } finally {
        work.release(id)
      }
    },
    store,
    async hold(id, zip) {
      await documents.receive(id, zip)
      return documentIn(zip)
    },
    async held(id) {
      const incoming = await documents.incoming(id)
      const zip = incoming && (await documents.read(incoming.path))
      return zip && documentIn(zip)
    },
    async storePdf(id, { bytes, ...origin }) {
      const { path } = known(id)
      if (path === null) throw new RecipisaError('document-missing', { id })
      const pdf: Pdf = { ...origin, sha256: sha256Of(bytes), size: bytes.length }
      await documents.storeBeside(id, pdfPath(path), bytes, sidecar => ({ ...sidecar, pdf }))
      index.setPdf(id, pdf)
    },
    pdf(id) {
      const pdf = pdfOf(known(id))
      return pdf && { validated: pdf.validated, access: pdf.access }
    },
    get(id) {
      const row = index.find(id)
      return row && { item: toItem(row), sha256: row.sha256, size: row.size }
    },
    async read({ id, as }) {
      const row = known(id)
      if (as === 'pdf') return readPdf(row)
      await bringFromElsewhere(row, elsewhere, zip => store(id, zip))
      const { bytes, path, sha256 } = await findBytes({ store: documents, index, known }, known(id))
      const name = basename(path, '.zip')
      if (as === 'zip') return { fileName: `${name}.zip`, mediaType: 'application/zip', bytes, sha256 }
      return part(id, as, name, bytes)
    },
    markSeen: cui => index.markSeen(cui),
  }
}

async function documentIn(zip: Uint8Array): Promise<{ document: Uint8Array | undefined }> {
  const { document } = await readDocumentInThread('members', zip)
  return { document }
}

function undescribed(stored: StoredDocument, pdf: Pdf | null): StoredInvoice {
  return { ...stored, ...NOTHING, pdf, undescribed: 'waiting' }
}

function pdfOf({ pdf }: MessageRow): Pdf | undefined {
  return pdf === null ? undefined : (JSON.parse(pdf) as Pdf)
}

async function part(id: string, as: 'xml' | 'signature', name: string, zip: Uint8Array) {
  const members = await readDocumentInThread('members', zip)
  const bytes = as === 'xml' ? members.document : members.signature
  if (!bytes) throw new RecipisaError('document-part-missing', { id, part: as })
  const fileName = as === 'xml' ? `${name}.xml` : `${name}_semnatura.xml`
  return { fileName, mediaType: 'application/xml', bytes, sha256: sha256Of(bytes) }
}
