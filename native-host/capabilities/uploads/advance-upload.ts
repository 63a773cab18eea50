import { waitsForCertificate } from '../../../shared/errors/certificate-wait.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { UploadChange } from '../../archive/uploads/upload-archive.ts'
import { noteError } from '../../authority/efactura/notes.ts'
import type { UploadAnswer } from '../../authority/efactura/types.ts'
import { FIRST_CHECK, nextDay } from '../../jobs/schedule.ts'
import { findUpload } from './find-upload.ts'
import type { UploadPorts } from './ports.ts'
import { nextCheck } from './upload-schedule.ts'
import { boundFindings, bringDocument, holdDocument } from './uploaded-document.ts'

/** Least pause before the next check while a person still has to sign in, ms. */
const SIGN_IN_PAUSE = 5 * 60_000

/**
 * Does the next step of one upload: sends it, asks for its state, looks for it in the lists, or fetches its document.
 * Does nothing while another process works on it. A failure goes into its row with the next check.
 */
export async function advanceUpload(ports: UploadPorts, id: number, signal: AbortSignal): Promise<void> {
  const { uploads } = ports.archive
  const upload = uploads.claim(id)
  if (!upload) return
  try {
    if (upload.state === 'sending') await send(ports, upload, signal)
    else await check(ports, upload, signal)
  } finally {
    uploads.release(id)
  }
}

/** The only place from which an upload is sent; it is called once for each. */
async function send(ports: UploadPorts, upload: Upload, signal: AbortSignal) {
  const { id, sha256, standard, cui, flags } = upload
  const { archive, uploadClient, explain, now } = ports
  let change: UploadChange
  try {
    const staged = await archive.uploads.staged(sha256)
    if (!staged) throw new RecipisaError('staged-missing')
    const answer = await uploadClient.upload({ bytes: staged.bytes, standard, cui, flags }, signal)
    change = outcomeOf(answer, now())
  } catch (error) {
    const shown = explain(error)
    // Every known failure of the call but `outcome-unknown` proves that nothing was uploaded. An unexpected error proves
    // nothing either way.
    const isKnown = error instanceof RecipisaError && shown.code !== 'outcome-unknown'
    change = isKnown ? { state: 'not-sent' } : { state: 'unknown', nextCheckAt: now() + FIRST_CHECK }
    change.trouble = toErrorBody(shown)
  }
  if (archive.uploads.update(id, change)) return
  // Another upload has this index already, so the answer is nonsense.
  const trouble = toErrorBody(new RecipisaError('filing-answer-unclear', { answer: `index ${change.uploadIndex}` }))
  archive.uploads.update(id, { state: 'unknown', nextCheckAt: now() + FIRST_CHECK, trouble })
}

function outcomeOf(answer: UploadAnswer, now: number): UploadChange {
  if (answer.outcome === 'rejected') return { state: 'rejected', findings: boundFindings(answer.findings) }
  return { state: 'processing', uploadIndex: answer.uploadIndex, nextCheckAt: now + FIRST_CHECK }
}

async function check(ports: UploadPorts, upload: Upload, signal: AbortSignal): Promise<void> {
  const { archive, now, explain } = ports
  try {
    if (upload.state === 'processing') await askStatus(ports, upload, signal)
    else if (upload.state === 'unknown') await find(ports, upload, signal)
    else await bringDocument(ports, upload, signal)
  } catch (error) {
    const shown = explain(error)
    if (signal.aborted || shown.code === 'storage' || waitsForCertificate(shown)) throw error
    archive.uploads.update(upload.id, {
      checkedAt: now(),
      nextCheckAt: afterTrouble(shown, upload, now()),
      trouble: toErrorBody(shown),
    })
  }
}

/** Asks the authority for the state of an upload index (E-07). */
async function askStatus(ports: UploadPorts, upload: Upload, signal: AbortSignal): Promise<void> {
  const { archive, eInvoicing, now } = ports
  const { id, uploadIndex } = upload
  if (uploadIndex === null) throw new Error(`the upload ${id} is processed without an upload index`)
  const status = await eInvoicing.status(uploadIndex, signal)
  const checked = { checkedAt: now(), trouble: null }
  const wait = () => ({ ...checked, nextCheckAt: nextCheck(upload, now()) })
  switch (status.kind) {
    case 'processing':
      archive.uploads.update(id, wait())
      return
    case 'query-error': {
      // The error is about the query, never about the upload (E-08).
      const error = noteError('stareMesaj', status.messages.join(' '))
      archive.uploads.update(id, { ...wait(), trouble: toErrorBody(error) })
      return
    }
    case 'not-taken':
      archive.uploads.update(id, { ...checked, state: 'not-taken', nextCheckAt: null })
      return
    case 'ok':
    case 'nok': {
      const { kind: state, downloadId } = status
      const held = await holdDocument(ports, state, downloadId, signal)
      const finished = archive.uploads.update(id, { ...checked, ...held, state, downloadId, nextCheckAt: now() })
      if (finished) await bringDocument(ports, finished, signal)
    }
  }
}

/** Looks for an upload of unknown outcome (E-05) in the lists, which will have it sooner or later (E-18). */
async function find(ports: UploadPorts, upload: Upload, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  const uploadIndex = await findUpload(ports, upload, signal)
  const checkedAt = now()
  if (uploadIndex === undefined) {
    const nextCheckAt = nextCheck(upload, now())
    // A failed search before this one is over; the lost answer is not.
    const lost = upload.trouble?.code === 'outcome-unknown' ? upload.trouble : null
    const trouble = nextCheckAt === null ? toErrorBody(new RecipisaError('upload-not-found')) : lost
    archive.uploads.update(upload.id, { checkedAt, nextCheckAt, trouble })
    return
  }
  const found = archive.uploads.update(upload.id, {
    state: 'processing',
    uploadIndex,
    checkedAt,
    nextCheckAt: now(),
    trouble: null,
  })
  if (found) await check(ports, found, signal)
}

function afterTrouble(error: RecipisaError, upload: Upload, now: number): number | null {
  if (error.reason === 'quota-reached') return nextDay(now)
  const next = nextCheck(upload, now, true)
  const needsUser = error.code === 'auth-required' || error.code === 'session-expired'
  return next === null ? null : needsUser ? Math.max(next, now + SIGN_IN_PAUSE) : next
}
