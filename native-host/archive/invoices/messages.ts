import { basename } from 'node:path/posix'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { ArchivedDocument, Messages } from '../core/archive.ts'
import { type DocumentStore, hash, pdfPath, WAITS } from '../store/document-store.ts'
import type { Pdf } from '../store/sidecar.ts'
import { describe } from './describe.ts'
import type { MessageIndex, StoredDocument } from './message-index.ts'
import { type MessageRow, toItem, toMessage } from './message-rows.ts'

/** Messages as rows of the index and files on disk together. */
export function createMessages(index: MessageIndex, filing: DocumentStore): Messages {
  const known = (id: string): MessageRow => {
    const row = index.find(id)
    if (!row) throw new RecipisaError('message-unknown', { id })
    return row
  }

  /** The archived ZIP's bytes, or undefined if the file is gone; throws if they are not those that were downloaded. */
  const intact = async ({ path, sha256, state }: MessageRow): Promise<Uint8Array | undefined> => {
    if (state !== 'archived' || path === null) return undefined
    const zip = await filing.read(path)
    if (zip && hash(zip) !== sha256) throw new RecipisaError('document-damaged', { path: filing.absolute(path) })
    return zip
  }

  const readPdf = async (row: MessageRow): Promise<ArchivedDocument> => {
    const { id, path } = row
    const pdf = pdfOf(row)
    const bytes = pdf && path !== null ? await filing.read(pdfPath(path)) : undefined
    if (!pdf || !bytes || path === null) throw new RecipisaError('pdf-missing', { id })
    if (hash(bytes) !== pdf.sha256)
      throw new RecipisaError('document-damaged', { path: filing.absolute(pdfPath(path)) })
    return { fileName: basename(pdfPath(path)), mediaType: 'application/pdf', bytes, sha256: pdf.sha256 }
  }

  /** Archived first, whatever it is; described afterwards. `zip`: its bytes, where they are at hand. */
  const archive = async (id: string, kept: StoredDocument, zip?: Uint8Array) => {
    index.archived(id, kept)
    await describeAndPlace(id, kept, zip)
  }

  const describeAndPlace = async (id: string, kept: StoredDocument, given?: Uint8Array) => {
    const attempt = index.countDescribing(id)
    const zip = given ?? (await filing.read(kept.path))
    if (!zip) return index.missing(id)
    const description = await describe(zip, attempt)
    const filed = filing.isPlaced(kept)
      ? { ...kept, ...description }
      : await filing.place(toMessage(known(id)), kept, description)
    index.described(id, filed)
  }

  return {
    record: entries => index.record(entries),
    pending: cuis => index.pending(cuis),
    pendingOf: ids => index.pendingOf(ids),
    claim: id => index.claim(id),
    release: id => index.release(id),
    async recover(id) {
      const filed = await filing.recover(toMessage(known(id)))
      if (filed) await archive(id, filed)
      return filed !== undefined
    },
    undescribed: () => index.undescribed(),
    async describe(id) {
      if (!index.claimUndescribed(id)) return
      try {
        const row = known(id)
        const { path, sha256, size, archivedAt } = row
        // Placed by a run that ended before its row was written: the sidecar tells where.
        const kept =
          path !== null && sha256 !== null && (await filing.read(path))
            ? { path, sha256, size: size ?? 0, archivedAt: archivedAt ?? 0, pdf: pdfOf(row) ?? null, ...WAITS }
            : await filing.recover(toMessage(row))
        if (kept) await describeAndPlace(id, kept)
        else index.missing(id)
      } finally {
        index.release(id)
      }
    },
    async store(id, zip) {
      const row = known(id)
      // What is here already stays as it is, file and all.
      if (row.state === 'archived' && row.sha256 === hash(zip) && (await intact(row))) return
      await archive(id, await filing.store(id, zip), zip)
    },
    async hold(id, zip) {
      await filing.hold(id, zip)
      const { document } = await readDocumentInThread('members', zip)
      return { document }
    },
    ofUpload: uploadIndex => index.ofUpload(uploadIndex),
    thread: (cui, uploadIndex) => index.thread(cui, uploadIndex),
    waitingSince: createdBefore => index.waitingSince(createdBefore),
    async storePdf(id, { bytes, ...origin }) {
      const { path } = known(id)
      if (path === null) throw new RecipisaError('document-missing', { id })
      index.setPdf(id, await filing.storePdf({ id, path }, bytes, origin))
    },
    pdf(id) {
      const pdf = pdfOf(known(id))
      return pdf && { validated: pdf.validated, access: pdf.access }
    },
    markExpired: (id, note) => index.markExpired(id, note),
    markFailed: (id, error, retryAt) => index.markFailed(id, error, retryAt ?? null),
    told: id => index.told(id),
    list: query => index.list(query),
    get(id) {
      const row = index.find(id)
      return row && { item: toItem(row), sha256: row.sha256, size: row.size }
    },
    async read({ id, as }) {
      const row = known(id)
      if (as === 'pdf') return readPdf(row)
      const zip = await intact(row)
      if (!zip || row.path === null) {
        // The next sync shall fetch it again, as the error says.
        if (row.state === 'archived') index.missing(id)
        throw new RecipisaError('document-missing', { id })
      }
      return part(id, as, basename(row.path, '.zip'), zip)
    },
    markSeen: cui => index.markSeen(cui),
    unread: () => index.unread(),
  }
}

function pdfOf({ pdf }: MessageRow): Pdf | undefined {
  return pdf === null ? undefined : (JSON.parse(pdf) as Pdf)
}

async function part(id: string, as: 'zip' | 'xml' | 'signature', name: string, zip: Uint8Array) {
  if (as === 'zip') return { fileName: `${name}.zip`, mediaType: 'application/zip', bytes: zip, sha256: hash(zip) }
  const members = await readDocumentInThread('members', zip)
  const bytes = as === 'xml' ? members.document : members.signature
  if (!bytes) throw new RecipisaError('document-part-missing', { id, part: as })
  const fileName = as === 'xml' ? `${name}.xml` : `${name}_semnatura.xml`
  return { fileName, mediaType: 'application/xml', bytes, sha256: hash(bytes) }
}
