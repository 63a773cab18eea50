import type { XmlElement } from '../xml/xml.ts'

/** Names of the elements that hold a file, in UBL and CII. */
const NAMES = ['EmbeddedDocumentBinaryObject', 'AttachmentBinaryObject']

/** Every embedded file of a document, in document order; an attachment's index counts these. */
export function embeddedIn(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const walk = (element: XmlElement) => {
    if (NAMES.includes(element.name)) found.push(element)
    element.children.forEach(walk)
  }
  walk(root)
  return found
}
