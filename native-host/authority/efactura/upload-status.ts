import { fold } from '../../../shared/text/fold.ts'
import { parseXml, type XmlElement } from '../../../shared/xml/xml.ts'
import { ANSWER_BOUNDS } from '../../../shared/xml/xml-scan.ts'
import type { UploadStatus } from './types.ts'

/** Reads the XML of stareMesaj (E-07, E-08); undefined for anything undocumented. */
export function parseUploadStatus(xml: string): UploadStatus | undefined {
  const root = parseXml(xml, ANSWER_BOUNDS)
  if (root && isErrors(root)) return queryError([root])
  if (root?.name !== 'header') return undefined
  const stare = root.attributes.get('stare')
  if (stare === undefined) return queryError(root.children.filter(isErrors))
  const state = fold(stare)
  if (state === 'in prelucrare') return { kind: 'processing' }
  if (state === 'xml cu erori nepreluat de sistem') return { kind: 'not-taken' }
  // A header that says "ok" and names errors contradicts itself, so it proves neither.
  if (state === 'ok' && root.children.some(isErrors)) return undefined
  const downloadId = root.attributes.get('id_descarcare')?.trim() ?? ''
  return (state === 'ok' || state === 'nok') && /^\d{1,20}$/.test(downloadId) ? { kind: state, downloadId } : undefined
}

/** `Errors`, documented below the header and seen without it, or one of several `Error` elements within. */
const isErrors = ({ name }: XmlElement): boolean => /^errors?$/i.test(name)

/** The errors' messages, from an attribute or their text. Without any message this is not an answer. */
function queryError(errors: readonly XmlElement[]): UploadStatus | undefined {
  const messages = errors.flatMap(wordsOf)
  return messages.length > 0 ? { kind: 'query-error', messages } : undefined
}

function wordsOf({ attributes, children, text }: XmlElement): string[] {
  const own = attributes.get('errorMessage')?.trim() || text
  return [...(own ? [own] : []), ...children.filter(isErrors).flatMap(wordsOf)]
}
