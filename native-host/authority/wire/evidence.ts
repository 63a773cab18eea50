import * as v from 'valibot'
import type { PortalPage } from '../../../shared/pages/portal-pages.ts'
import { fold } from '../../../shared/text/fold.ts'
import type { UploadAnswer } from '../efactura/types.ts'
import { parseUploadAnswer } from '../efactura/upload-answer.ts'
import type { PortalAnswer } from '../portal/declarations.ts'
import type { RequestAnswer } from '../spv/spv.ts'
import { readSpvNote, spvNoteError } from '../spv/spv-notes.ts'
import { decode } from './answer.ts'
import type { HttpAnswer } from './http.ts'

/*
 * What each kind of answer proves about something that is filed once: an invoice (upload, uploadb2c), a declaration
 * (displayFile.do), a request for a report (cerere). E-05, D-03.
 *
 * Only the service's own word about this very filing proves anything, whole, and in the form that is documented for it.
 * All else may come from somebody between the service and us, or from the service in the middle of its work, and nobody
 * tells whether the filing was recorded by then: the outcome is unknown, it is looked for, and nothing is sent again.
 *
 * | answer                                                     | proves    | why                                        |
 * | ---------------------------------------------------------- | --------- | ------------------------------------------ |
 * | none, and no byte has left (no connection, turn or token)  | not filed | the client tells before its first byte     |
 * | upload: 200, XML header, ExecutionStatus 0, index, no      | filed     | E-03                                       |
 * |   errors                                                   |           |                                            |
 * | upload: 200, XML header, ExecutionStatus 1, errors, no     | not filed | E-03: "no further processing"              |
 * |   index                                                    |           |                                            |
 * | upload: 400, whole JSON CustomErrorMessage, its own status | not filed | E-04: about what is missing in the request |
 * |   400                                                      |           |                                            |
 * | portal: 200, the success page with its index               | filed     | D-01                                       |
 * | portal: 200, the error page with its reason                | not filed | D-02                                       |
 * | cerere: 200, JSON with id_solicitare                       | filed     | S-08                                       |
 * | cerere: 200, whole JSON eroare about rights or validation  | not filed | S-04, S-06                                 |
 * | cerere: 200, whole JSON "Eroare transmitere cerere. Cod …" | not filed | S-04: it says that it was not passed on    |
 * | ---------------------------------------------------------- | --------- | ------------------------------------------ |
 * | 401, 403, the gateway's logon or wall, a redirect to it    | nothing   | a session may end while the service works, |
 * |                                                            |           | and doors look at answers as well          |
 * | any other redirect                                         | nothing   | servers redirect after the work, too       |
 * | 429                                                        | nothing   | who counts is not documented: the door, or |
 * |                                                            |           | what the service calls once it has it      |
 * | the firewall's page                                        | nothing   | such a firewall reads answers too, and     |
 * |                                                            |           | puts this page in the place of one         |
 * | maintenance, any other page                                | nothing   | so proxies say that an answer is late      |
 * | 5xx, with a message or without                             | nothing   | it may fail after it has recorded          |
 * | another 4xx; the own form under another status; a JSON     | nothing   | not documented for it, so whose word it is |
 * |   note in the place of the XML                             |           | and when it was given is a guess           |
 * | a header that says both or neither: 0 without index or     | nothing   | one half of it is wrong, and which one is  |
 * |   with errors, 1 with index or without errors, other words |           | a guess                                    |
 * | cut, empty, too large, unreadable; no answer at all        | nothing   |                                            |
 */

/** What an answer to `upload` or `uploadb2c` proves; undefined for nothing. */
export function readUploadAnswer({ status, body, bytes }: HttpAnswer): UploadAnswer | undefined {
  if (status === 200 && body.kind === 'xml') return parseUploadAnswer(body.text)
  if (status !== 400 || body.kind !== 'note' || body.isMalformed) return undefined
  const note = v.safeParse(CustomErrorMessage, JSON.parse(decode(bytes)))
  return note.success ? { outcome: 'rejected', findings: [note.output.message] } : undefined
}

const CustomErrorMessage = v.object({
  timestamp: v.string(),
  status: v.literal(400),
  error: v.string(),
  message: v.pipe(v.string(), v.trim(), v.minLength(1)),
})

/** What an answer to the portal's upload proves, by what its page says; undefined for nothing. */
export function readPortalAnswer({ status }: HttpAnswer, page: PortalPage): PortalAnswer | undefined {
  return status === 200 && (page.kind === 'filed' || page.kind === 'rejected') ? page : undefined
}

/** What an answer to `cerere` proves; undefined for nothing. Throws `spv-technical` where the request was not passed on. */
export function readRequestAnswer(operation: string, { status, body }: HttpAnswer): RequestAnswer | undefined {
  if (status !== 200) return undefined
  if (body.kind === 'note' && !body.isMalformed) {
    const { category } = readSpvNote(body.note)
    if (category !== 'technical')
      return { kind: 'rejected', category: category === 'rights' ? 'rights' : 'validation', note: body.note }
    if (fold(body.note).includes('eroare transmitere cerere')) throw spvNoteError(operation, body.note)
  }
  const accepted = body.kind === 'json' ? v.safeParse(AcceptedRequest, body.value) : undefined
  if (!accepted?.success) return undefined
  const { id_solicitare: requestId, titlu: announcement } = accepted.output
  return { kind: 'accepted', requestId, announcement }
}

const AcceptedRequest = v.object({
  id_solicitare: v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
    v.transform(value => String(value).trim()),
    v.regex(/^\d{1,20}$/),
  ),
  titlu: v.fallback(v.string(), ''),
})
