import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { UploadChange } from '../../archive/core/archive.ts'
import type { UploadAnswer } from '../../authority/efactura/types.ts'
import { noteError } from '../../authority/wire/notes.ts'
import { FIRST_CHECK, nextDay } from '../../jobs/schedule.ts'
import { findUpload } from './find-upload.ts'
import type { UploadPorts } from './ports.ts'
import { nextCheck } from './upload-schedule.ts'
import { bounded, bringDocument, holdDocument } from './uploaded-document.ts'

/** Pause after which a check is tried again that nobody can make better meanwhile (no sign-in), ms. */
const PATIENCE = 5 * 60_000

/**
 * Does what is to be done next for one filing: sends it, asks for its state, looks for it in the lists, fetches its
 * document. Does nothing while another process is at it. A failure is written into the attempt, with the next check.
 */
export async function advanceUpload(ports: UploadPorts, id: number, signal: AbortSignal): Promise<void> {
  const { uploads } = ports.archive
  const attempt = uploads.claim(id)
  if (!attempt) return
  try {
    if (attempt.state === 'sending') await send(ports, attempt, signal)
    else await check(ports, attempt, signal)
  } finally {
    uploads.release(id)
  }
}

/** The one place from which a filing is sent, and it is called once for each attempt. */
async function send(ports: UploadPorts, { id, sha256, standard, cui, flags }: Upload, signal: AbortSignal) {
  const { archive, uploadClient, explain, now } = ports
  const staged = await archive.uploads.staged(sha256)
  let change: UploadChange
  try {
    if (!staged) throw new RecipisaError('staged-missing')
    const answer = await uploadClient.upload({ bytes: staged.bytes, standard, cui, flags }, signal)
    change = outcomeOf(answer, now())
  } catch (error) {
    const shown = explain(error)
    // Every failure of the wire but `outcome-unknown` is certain that nothing was filed; a surprise is certain of nothing.
    const isKnown = error instanceof RecipisaError && shown.code !== 'outcome-unknown'
    change = isKnown ? { state: 'not-sent' } : { state: 'unknown', nextCheckAt: now() + FIRST_CHECK }
    change.trouble = toErrorBody(shown)
  }
  if (archive.uploads.update(id, change)) return
  // An index that another filing has already: an answer that nobody understands.
  const problem = `the upload index ${change.uploadIndex} was given before`
  const trouble = toErrorBody(new RecipisaError('outcome-unknown', { problem }))
  archive.uploads.update(id, { state: 'unknown', nextCheckAt: now() + FIRST_CHECK, trouble })
}

function outcomeOf(answer: UploadAnswer, now: number): UploadChange {
  if (answer.outcome === 'rejected') return { state: 'rejected', findings: bounded(answer.findings) }
  return { state: 'processing', uploadIndex: answer.uploadIndex, nextCheckAt: now + FIRST_CHECK }
}

async function check(ports: UploadPorts, attempt: Upload, signal: AbortSignal): Promise<void> {
  const { archive, now, explain } = ports
  try {
    if (attempt.state === 'processing') await ask(ports, attempt, signal)
    else if (attempt.state === 'unknown') await find(ports, attempt, signal)
    else await bringDocument(ports, attempt, signal)
  } catch (error) {
    const shown = explain(error)
    if (signal.aborted || shown.code === 'storage') throw error
    archive.uploads.update(attempt.id, {
      checkedAt: now(),
      nextCheckAt: afterTrouble(shown, attempt, now()),
      trouble: toErrorBody(shown),
    })
  }
}

/** E-07: what the authority says about an upload index. */
async function ask(ports: UploadPorts, attempt: Upload, signal: AbortSignal): Promise<void> {
  const { archive, eInvoicing, now } = ports
  const { id, uploadIndex } = attempt
  if (uploadIndex === null) throw new Error(`the filing ${id} is processed without an upload index`)
  const status = await eInvoicing.status(uploadIndex, signal)
  const checked = { checkedAt: now(), trouble: null }
  const wait = () => ({ ...checked, nextCheckAt: nextCheck(attempt, now()) })
  switch (status.kind) {
    case 'processing':
      archive.uploads.update(id, wait())
      return
    case 'query-error': {
      // About the question, never about the filing (E-08).
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
      const over = archive.uploads.update(id, { ...checked, ...held, state, downloadId, nextCheckAt: now() })
      if (over) await bringDocument(ports, over, signal)
    }
  }
}

/** E-05: nobody knows whether it arrived; the lists do, sooner or later (E-18). */
async function find(ports: UploadPorts, attempt: Upload, signal: AbortSignal): Promise<void> {
  const { archive, now } = ports
  const uploadIndex = await findUpload(ports, attempt, signal)
  const checkedAt = now()
  if (uploadIndex === undefined) {
    archive.uploads.update(attempt.id, { checkedAt, nextCheckAt: nextCheck(attempt, now()) })
    return
  }
  const found = archive.uploads.update(attempt.id, {
    state: 'processing',
    uploadIndex,
    checkedAt,
    nextCheckAt: now(),
    trouble: null,
  })
  if (found) await check(ports, found, signal)
}

function afterTrouble(error: RecipisaError, attempt: Upload, now: number): number | null {
  if (error.reason === 'quota-reached') return nextDay(now)
  const next = nextCheck(attempt, now)
  const needsUser = error.code === 'auth-required' || error.code === 'session-expired'
  return next === null ? null : needsUser ? Math.max(next, now + PATIENCE) : next
}
