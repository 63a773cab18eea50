import { C14nCanonicalization, ExclusiveCanonicalization } from 'xml-crypto'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'
import type { XmlDocument } from './canonical.ts'
import { parseDocument } from './dom.ts'

/**
 * Text and canonical forms of uploaded bytes: parts around the root (declaration, comments) are not signed. An empty
 * root is opened to make room for a signature.
 */
export function signable(content: Uint8Array): XmlDocument {
  const root = parseDocument(content)
  if (typeof root === 'string') throw new Error(`only well-formed documents are signed: ${root}`)
  const inclusive = new C14nCanonicalization().process(root, {})
  const exclusive = new ExclusiveCanonicalization().process(root, {})
  const text = decodeXml(content)
  const start = /^(?:\s|\uFEFF|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/.exec(text)?.[0].length ?? 0
  const close = text.lastIndexOf(`</${root.nodeName}`)
  const end = close < 0 ? text.lastIndexOf('/>') + 2 : text.indexOf('>', close) + 1
  return { written: text.slice(start, end).replace(/\s*\/>$/, `></${root.nodeName}>`), inclusive, exclusive }
}
