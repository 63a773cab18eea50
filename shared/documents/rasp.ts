import { escapeXml } from '../xml/escape-xml.ts'
import { parseXml, type XmlElement } from '../xml/xml.ts'

/** A buyer's message to the issuer of an invoice (standard RASP, E-31). */
export type RaspMessage = { uploadIndex: string; message: string }

const NAMESPACE = 'mfp:anaf:dgti:spv:reqMesaj:v1'

/** The XML of a message about the invoice with this upload index. Characters that XML cannot hold become spaces. */
export function composeRasp(uploadIndex: string, message: string): string {
  const attributes = `index_incarcare="${attribute(uploadIndex)}" message="${attribute(message)}"`
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<header xmlns="${NAMESPACE}" ${attributes}/>\n`
}

/** Reads such an XML; undefined for any other. */
export function readRasp(xml: string | Uint8Array): RaspMessage | undefined {
  const root = parseXml(xml)
  return root && raspOf(root)
}

/** Like `readRasp`, for XML that is already parsed. */
export function raspOf(root: XmlElement): RaspMessage | undefined {
  if (root.name !== 'header' || root.namespace !== NAMESPACE) return undefined
  const uploadIndex = root.attributes.get('index_incarcare')?.trim()
  const message = root.attributes.get('message')
  return uploadIndex && message !== undefined ? { uploadIndex, message } : undefined
}

/** Line ends and tabs become references, since a parser reads them as plain spaces (XML 1.0, 3.3.3). */
function attribute(text: string): string {
  return [...text.toWellFormed()].map(escapeChar).join('')
}

function escapeChar(char: string): string {
  const code = char.codePointAt(0) ?? 0
  if (code === 0x9 || code === 0xa || code === 0xd) return `&#x${code.toString(16).toUpperCase()};`
  if (code < 0x20 || code === 0xfffe || code === 0xffff) return ' '
  return escapeXml(char)
}
