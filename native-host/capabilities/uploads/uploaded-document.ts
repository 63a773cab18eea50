import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { UploadPorts } from './ports.ts'
import { nextCheck } from './upload-schedule.ts'

/**
 * How far the authority's moments may lie before this machine's, ms: they have minutes only, and this machine's clock may
 * be wrong. What is found is told apart by its content, so a day costs nothing but a longer list.
 */
export const CLOCKS_APART = 24 * 60 * 60_000

/**
 * Downloads the signed ZIP of a filing that is over, before its list entry comes (E-18): the ordinary way archives it
 * then without another call. Gives the findings of a nok (E-20), or why there are none yet.
 */
export async function holdDocument(
  { archive, eInvoicing, explain }: UploadPorts,
  state: 'ok' | 'nok',
  downloadId: string,
  signal: AbortSignal,
): Promise<{ findings?: string[]; trouble?: ErrorBody }> {
  if (archive.messages.get(downloadId)?.item.state === 'archived')
    return { findings: await archivedFindings(archive, state, downloadId) }
  try {
    const answer = await eInvoicing.download(downloadId, signal)
    if (answer.kind === 'expired') return {}
    const { document } = await archive.messages.hold(downloadId, answer.bytes)
    return state === 'nok' && document ? { findings: await findingsOf(document) } : {}
  } catch (error) {
    const shown = explain(error)
    if (signal.aborted || shown.code === 'storage') throw error
    return { trouble: toErrorBody(shown) }
  }
}

/** Has the document of a filing that is over archived, as soon as the lists have its entry. */
export async function bringDocument(ports: UploadPorts, attempt: Upload, signal: AbortSignal): Promise<void> {
  const { archive, eInvoicing, fetchMessage, now } = ports
  const { id, cui, state, downloadId, uploadIndex, createdAt } = attempt
  if ((state !== 'ok' && state !== 'nok') || downloadId === null || uploadIndex === null) return
  if (!archive.messages.get(downloadId)) {
    const { messages } = await eInvoicing.listWindow({ cui, from: createdAt - CLOCKS_APART }, signal)
    // Others of ours, filed at the same time, need not read the list once more.
    archive.messages.record(messages.filter(entry => archive.uploads.byUploadIndex(entry.uploadIndex)))
  }
  // A self-billed one has two entries (E-17).
  for (const item of archive.messages.ofUpload(uploadIndex).filter(item => item.cui === cui))
    await fetchMessage(item.id, signal)
  const listed = archive.messages.get(downloadId)?.item.state
  if (listed !== 'archived' && listed !== 'expired') {
    archive.uploads.update(id, { checkedAt: now(), nextCheckAt: nextCheck(attempt, now()) })
    return
  }
  const findings = listed === 'archived' ? await archivedFindings(archive, state, downloadId) : attempt.findings
  archive.uploads.update(id, { checkedAt: now(), nextCheckAt: null, trouble: null, findings })
  if (state === 'ok') await archive.uploads.unstage(attempt.sha256)
}

/** Findings that an attempt keeps, characters in all; an errors file is archived whole beside it. */
const FINDINGS = 100_000
const MOST_FINDINGS = 10_000

const findingsOf = async (xml: Uint8Array): Promise<string[]> =>
  bounded(await readDocumentInThread('findings', xml, MOST_FINDINGS))

/** As many of the findings as there is room for. */
export function bounded(findings: readonly string[]): string[] {
  let room = FINDINGS
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
    // A ZIP of another shape is archived whole; what it says has no known form.
    if (error instanceof RecipisaError && error.reason === 'document-part-missing') return []
    throw error
  }
}
