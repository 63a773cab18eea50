import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ListStart } from '../../authority/efactura/types.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { UploadPorts } from './ports.ts'
import { nextCheck } from './upload-schedule.ts'

/**
 * How far the authority's moments may lie before this machine's, ms: they have no seconds, and this machine's clock may have
 * been set meanwhile. Entries are identified by their content, so a whole day only costs a longer list.
 */
const CLOCK_TOLERANCE = 24 * 60 * 60_000

/**
 * The start of the lists that may have an upload's entry. However wrong this machine's clock is, it knows how long ago the
 * upload was; not so if it has been set back since, by more than the tolerance.
 */
export function listedSince({ createdAt }: Upload, now: number): ListStart {
  const age = now - createdAt
  return present => (age < -CLOCK_TOLERANCE ? undefined : present - Math.max(0, age) - CLOCK_TOLERANCE)
}

/**
 * Downloads the signed ZIP of a finished upload before its list entry comes (E-18); once the entry is there, the ZIP is
 * archived without another call ([decision](../../../docs/decisions/0011-zip-before-its-entry.md)). Returns the
 * findings of a nok (E-20), or the error that explains their absence.
 */
export async function holdDocument(
  { archive, eInvoicing, fetchMessage, explain }: UploadPorts,
  state: 'ok' | 'nok',
  downloadId: string,
  signal: AbortSignal,
): Promise<{ findings?: string[]; trouble?: ErrorBody }> {
  const isArchived = () => archive.messages.get(downloadId)?.item.state === 'archived'
  if (isArchived()) return { findings: await archivedFindings(archive, state, downloadId) }
  try {
    if (archive.messages.get(downloadId)) {
      // A sync may be bringing it: a listed message is claimed before its download (E-33).
      await fetchMessage(downloadId, signal)
      return isArchived() ? { findings: await archivedFindings(archive, state, downloadId) } : {}
    }
    // A killed process may have held it without recording that.
    let held = await archive.messages.held(downloadId)
    if (!held) {
      const answer = await eInvoicing.download(downloadId, signal)
      if (answer.kind !== 'zip') return {}
      held = await archive.messages.hold(downloadId, answer.bytes)
    }
    const { document } = held
    return state === 'nok' && document ? { findings: await findingsOf(document) } : {}
  } catch (error) {
    const shown = explain(error)
    if (signal.aborted || shown.code === 'storage') throw error
    return { trouble: toErrorBody(shown) }
  }
}

/** Archives the document of a finished upload as soon as the lists have its entry. */
export async function bringDocument(ports: UploadPorts, upload: Upload, signal: AbortSignal): Promise<void> {
  const { archive, eInvoicing, fetchMessage, now } = ports
  const { id, cui, state, downloadId, uploadIndex } = upload
  if ((state !== 'ok' && state !== 'nok') || downloadId === null || uploadIndex === null) return
  if (!archive.messages.get(downloadId)) {
    const { messages } = await eInvoicing.listWindow({ cui, from: listedSince(upload, now()) }, signal)
    // Other uploads of the same time then need no second reading of the list.
    archive.messages.record(messages.filter(entry => archive.uploads.byUploadIndex(entry.uploadIndex)))
  }
  // A self-billed invoice has two entries (E-17).
  for (const item of archive.messages.ofUpload(uploadIndex).filter(item => item.cui === cui))
    await fetchMessage(item.id, signal)
  const listed = archive.messages.get(downloadId)?.item.state
  if (listed !== 'archived' && listed !== 'expired') {
    archive.uploads.update(id, { checkedAt: now(), nextCheckAt: nextCheck(upload, now()) })
    return
  }
  const findings = listed === 'archived' ? await archivedFindings(archive, state, downloadId) : upload.findings
  archive.uploads.update(id, { checkedAt: now(), nextCheckAt: null, trouble: null, findings })
  if (state === 'ok') await archive.uploads.unstage(upload.sha256)
}

/** Total length of a row's findings, characters; the errors file itself is archived whole. */
const MAX_FINDINGS_LENGTH = 100_000
const MAX_FINDINGS = 10_000

const findingsOf = async (xml: Uint8Array): Promise<string[]> =>
  boundFindings(await readDocumentInThread('findings', xml, MAX_FINDINGS))

/** As many findings as fit into a row. */
export function boundFindings(findings: readonly string[]): string[] {
  let room = MAX_FINDINGS_LENGTH
  return findings.filter(({ length }) => {
    room -= length
    return room >= 0
  })
}

async function archivedFindings(
  { messages }: Pick<Archive, 'messages'>,
  state: 'ok' | 'nok',
  id: string,
): Promise<string[]> {
  if (state === 'ok') return []
  try {
    return await findingsOf((await messages.read({ area: 'invoices', id, as: 'xml' })).bytes)
  } catch (error) {
    // A ZIP of another shape is archived whole, but without readable findings.
    if (error instanceof RecipisaError && error.reason === 'document-part-missing') return []
    throw error
  }
}
