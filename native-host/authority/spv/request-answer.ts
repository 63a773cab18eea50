import * as v from 'valibot'
import { fold } from '../../../shared/text/fold.ts'
import type { HttpAnswer } from '../wire/http.ts'
import type { RequestAnswer } from './spv.ts'
import { isOwnFailure, readSpvNote, spvNoteError } from './spv-notes.ts'

/**
 * The outcome that an answer to `cerere` proves; undefined if it proves nothing (docs/authority/evidence.md). Throws
 * `spv-technical` if the request was not passed on.
 */
export function readRequestAnswer(operation: string, { status, body }: HttpAnswer): RequestAnswer | undefined {
  if (status !== 200) return undefined
  if (body.kind === 'note' && !body.isMalformed && v.is(Objection, body.value)) {
    const { note } = body
    const { category } = readSpvNote(note)
    if (category === 'technical' && fold(note).includes('eroare transmitere cerere'))
      throw spvNoteError(operation, note)
    if (isOwnFailure(note)) return undefined
    return { kind: 'rejected', category: category === 'rights' ? 'rights' : 'validation', note }
  }
  const accepted = body.kind === 'json' ? v.safeParse(AcceptedRequest, body.value) : undefined
  if (!accepted?.success) return undefined
  const { id_solicitare: requestId, titlu: announcement } = accepted.output
  return { kind: 'accepted', requestId, announcement }
}

/** The service's own form (S-04); servers and proxies write a `message` instead. */
const Objection = v.object({ eroare: v.pipe(v.string(), v.trim(), v.minLength(1)) })

const AcceptedRequest = v.object({
  id_solicitare: v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
    v.transform(value => String(value).trim()),
    v.regex(/^\d{1,20}$/),
  ),
  titlu: v.fallback(v.string(), ''),
})
