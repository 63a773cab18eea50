import { XMLParser } from 'fast-xml-parser'
import { scanXml, type XmlBounds, type XmlProblem } from './xml-scan.ts'

/** An element by its local name: the authority's files come with and without prefixes. */
export type XmlElement = {
  name: string
  namespace: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  /** The element's own text, without surrounding space. */
  text: string
}

/** Nodes as fast-xml-parser gives them with `preserveOrder`: one key names the element, `:@` holds its attributes. */
type RawNode = Record<string, unknown>
/** Namespaces by their prefixes: those declared here, then those of the elements around. Never copied: there may be many. */
type Scope = { own: ReadonlyMap<string, string>; outer: Scope } | undefined

const ATTRIBUTES = ':@'
const TEXT = '#text'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  // Amounts, numbers and codes stay the text that was written: 10.50 is not 10.5, 0042 is not 42.
  parseTagValue: false,
  trimValues: false,
  // Numeric character references are decoded under this option only.
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

/**
 * Root element of a document given as text or bytes; undefined if it is no XML, has a DTD (no file of the authority has
 * one, and entities of its own are how a small file grows without end, H-12), or goes beyond `XML_BOUNDS`. Of texts
 * of more than 10,000 characters `scanXml` may keep the beginning only.
 */
export function parseXml(xml: string | Uint8Array, bounds?: XmlBounds): XmlElement | undefined {
  const read = readXml(xml, bounds)
  return 'root' in read ? read.root : undefined
}

/** As `parseXml`, and says what stands against reading it. */
export function readXml(xml: string | Uint8Array, bounds?: XmlBounds): { root: XmlElement } | { problem: XmlProblem } {
  const scan = scanXml(typeof xml === 'string' ? xml : decodeXml(xml), bounds)
  if ('problem' in scan) return scan
  let nodes: RawNode[]
  try {
    nodes = parser.parse(scan.plain) as RawNode[]
  } catch {
    return { problem: 'not-xml' } // beyond the parser's own bounds, or a name that it does not take
  }
  const first = nodes.find(node => elementName(node) !== undefined)
  return first ? { root: toElement(first, undefined) } : { problem: 'not-xml' }
}

/** Text of an XML file by its byte order mark, else its declaration, else UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  return decoderFor(declared).decode(bytes)
}

/** The element reached by following the first child of each name. */
export function descend(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at?.children.find(child => child.name === name), element)
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter(child => child.name === name) ?? []
}

/** Text at a path; null where there is no such element or it is empty. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  return descend(element, ...path)?.text || null
}

function decoderFor(label: string | undefined): TextDecoder {
  // Declared so but read as bytes without a mark: the declaration itself could be read, so it is no UTF-16.
  if (label === undefined || /^utf-?16/i.test(label)) return new TextDecoder()
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder() // a name that nobody knows; UTF-8 is what the authority writes
  }
}

function elementName(node: RawNode): string | undefined {
  return Object.keys(node).find(key => key !== ATTRIBUTES && key !== TEXT)
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/** As deep as the document is, which `XML_BOUNDS` bound. Most elements have no attributes: they share what is empty. */
function toElement(node: RawNode, outer: Scope): XmlElement {
  const qualified = elementName(node) ?? ''
  const { scope, attributes } = readAttributes(node[ATTRIBUTES] as Record<string, unknown> | undefined, outer)
  const children: XmlElement[] = []
  let text = ''
  for (const child of (node[qualified] ?? []) as RawNode[]) {
    if (TEXT in child) text += String(child[TEXT])
    else if (elementName(child) !== undefined) children.push(toElement(child, scope))
  }
  const prefix = qualified.includes(':') ? qualified.slice(0, qualified.indexOf(':')) : ''
  return { name: localName(qualified), namespace: namespaceOf(prefix, scope), attributes, children, text: text.trim() }
}

function readAttributes(raw: Record<string, unknown> | undefined, outer: Scope) {
  if (!raw) return { scope: outer, attributes: NO_ATTRIBUTES }
  const attributes = new Map<string, string>()
  const own = new Map<string, string>()
  for (const [key, value] of Object.entries(raw)) {
    if (key === 'xmlns') own.set('', String(value))
    else if (key.startsWith('xmlns:')) own.set(key.slice(6), String(value))
    else attributes.set(localName(key), String(value))
  }
  return { scope: own.size > 0 ? { own, outer } : outer, attributes }
}

function namespaceOf(prefix: string, scope: Scope): string {
  for (let at = scope; at; at = at.outer) {
    const found = at.own.get(prefix)
    if (found !== undefined) return found
  }
  return ''
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1)
}
