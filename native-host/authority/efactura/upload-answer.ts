import { childrenOf, parseXml } from '../../../shared/xml/xml.ts'
import { ANSWER_BOUNDS } from '../../../shared/xml/xml-scan.ts'
import type { UploadAnswer } from './types.ts'

/**
 * Reads the XML that upload answers (E-03); undefined if it is none of the documented answers. One that says both, accepted
 * with errors or rejected with an index, is neither.
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
