import * as v from 'valibot'
import { childrenOf, parseXml } from '../../../shared/xml/xml.ts'
import { ANSWER_BOUNDS } from '../../../shared/xml/xml-scan.ts'
import type { HttpAnswer } from '../wire/http.ts'
import type { UploadAnswer } from './types.ts'

/**
 * The outcome that an answer to `upload` or `uploadb2c` proves; undefined if it proves nothing
 * (docs/authority/evidence.md).
 */
export function readUploadAnswer({ status, body }: HttpAnswer): UploadAnswer | undefined {
  if (status === 200 && body.kind === 'xml') return parseUploadAnswer(body.text)
  if (status !== 400 || body.kind !== 'note' || body.isMalformed) return undefined
  const note = v.safeParse(CustomErrorMessage, body.value)
  return note.success ? { outcome: 'rejected', findings: [note.output.message] } : undefined
}

const CustomErrorMessage = v.object({
  timestamp: v.string(),
  status: v.literal(400),
  error: v.string(),
  message: v.pipe(v.string(), v.trim(), v.minLength(1)),
})

/**
 * Reads the XML that answers an upload (E-03); undefined for anything undocumented. An answer that says both (accepted
 * with errors, rejected with an index) is undocumented too.
 */
export function parseUploadAnswer(xml: string): UploadAnswer | undefined {
  const root = parseXml(xml, ANSWER_BOUNDS)
  if (root?.name !== 'header') return undefined
  const status = root.attributes.get('ExecutionStatus')
  const uploadIndex = root.attributes.get('index_incarcare')?.trim()
  const errors = childrenOf(root, 'Errors')
  if (status === '0' && errors.length === 0 && uploadIndex !== undefined && /^\d{1,20}$/.test(uploadIndex)) {
    return { outcome: 'accepted', uploadIndex }
  }
  const findings = errors.flatMap(({ attributes }) => attributes.get('errorMessage') ?? [])
  const isRejection = status === '1' && uploadIndex === undefined && findings.length > 0
  return isRejection ? { outcome: 'rejected', findings } : undefined
}
