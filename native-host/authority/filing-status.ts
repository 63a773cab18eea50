import { fold } from '../../shared/fold.ts'
import { childrenOf, parseXml } from '../../shared/xml.ts'
import { ANSWER_BOUNDS } from '../../shared/xml-scan.ts'
import type { FilingStatus } from './types.ts'

/** Reads the XML of stareMesaj (E-07, E-08); undefined if it is none of the documented answers. */
export function parseFilingStatus(xml: string): FilingStatus | undefined {
  const root = parseXml(xml, ANSWER_BOUNDS)
  if (root?.name !== 'header') return undefined
  const stare = root.attributes.get('stare')
  if (stare === undefined) {
    const messages = childrenOf(root, 'Errors').flatMap(({ attributes }) => attributes.get('errorMessage') ?? [])
    return messages.length > 0 ? { kind: 'query-error', messages } : undefined
  }
  const state = fold(stare)
  if (state === 'in prelucrare') return { kind: 'processing' }
  if (state === 'xml cu erori nepreluat de sistem') return { kind: 'not-taken' }
  const downloadId = root.attributes.get('id_descarcare')?.trim() ?? ''
  return (state === 'ok' || state === 'nok') && /^\d{1,20}$/.test(downloadId) ? { kind: state, downloadId } : undefined
}
