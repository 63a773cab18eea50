import { childrenOf, parseXml } from '../../shared/xml.ts'
import { ANSWER_BOUNDS } from '../../shared/xml-scan.ts'
import type { FilingAnswer } from './types.ts'

/** Reads the XML that upload answers (E-03); undefined if it is none of the documented answers. */
export function parseFilingAnswer(xml: string): FilingAnswer | undefined {
  const root = parseXml(xml, ANSWER_BOUNDS)
  if (root?.name !== 'header') return undefined
  const status = root.attributes.get('ExecutionStatus')
  const findings = childrenOf(root, 'Errors').flatMap(({ attributes }) => attributes.get('errorMessage') ?? [])
  if (status === '1') return { outcome: 'rejected', findings }
  const uploadIndex = root.attributes.get('index_incarcare')?.trim() ?? ''
  return status === '0' && /^\d{1,20}$/.test(uploadIndex) ? { outcome: 'accepted', uploadIndex } : undefined
}
