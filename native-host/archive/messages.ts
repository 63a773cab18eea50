import { basename } from 'node:path/posix'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { DocumentRef } from '../../shared/protocol/documents.ts'
import type { ArchivedDocument, Messages } from './archive.ts'
import { type Filing, hash } from './filing.ts'
import type { MessageIndex } from './message-index.ts'
import { type MessageRow, toItem, toMessage } from './rows.ts'
import { readMembers } from './zip.ts'

/** Messages as rows of the index and files on disk together. */
export function createMessages(index: MessageIndex, filing: Filing): Messages {
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

  return {
    record: entries => index.record(entries),
    pending: cuis => index.pending(cuis),
    claim: id => index.claim(id),
    release: id => index.release(id),
    async recover(id) {
      const filed = await filing.recover(toMessage(known(id)))
      if (filed) index.archived(id, filed)
      return filed !== undefined
    },
    async store(id, zip) {
      const row = known(id)
      // What is here already stays as it is, file and all.
      if (row.state === 'archived' && row.sha256 === hash(zip) && (await intact(row))) return
      index.archived(id, await filing.store(toMessage(row), zip))
    },
    markExpired: (id, note) => index.markExpired(id, note),
    markFailed: (id, error) => index.markFailed(id, error),
    list: query => index.list(query),
    get(id) {
      const row = index.find(id)
      return row && { item: toItem(row), sha256: row.sha256, size: row.size }
    },
    async read({ id, as }) {
      const row = known(id)
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

function part(id: string, as: DocumentRef['as'], name: string, zip: Uint8Array): ArchivedDocument {
  if (as === 'zip') return { fileName: `${name}.zip`, mediaType: 'application/zip', bytes: zip, sha256: hash(zip) }
  const members = readMembers(zip)
  const bytes = as === 'xml' ? members.document : members.signature
  if (!bytes) throw new RecipisaError('document-part-missing', { id, part: as })
  const fileName = as === 'xml' ? `${name}.xml` : `${name}_semnatura.xml`
  return { fileName, mediaType: 'application/xml', bytes, sha256: hash(bytes) }
}
