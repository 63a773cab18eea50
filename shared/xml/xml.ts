import { XMLParser } from 'fast-xml-parser'
import { decodeXml } from './decode-xml.ts'
import { nextTag, scanXml, type XmlBounds, type XmlProblem } from './xml-scan.ts'

/** An element by its local name: the authority's files come with and without prefixes. */
export type XmlElement = {
  name: string
  namespace: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  /** The element's own text, without surrounding space. */
  text: string
}

/** Nodes of fast-xml-parser with `preserveOrder`: one key names the element, `:@` holds its attributes. */
type RawNode = Record<string, unknown>
/**
 * Namespaces by prefix: those declared here, then those of the surrounding elements. Linked, not copied: there may be
 * many.
 */
type Scope = { own: ReadonlyMap<string, string>; outer: Scope } | undefined

const ATTRIBUTES = ':@'
const TEXT = '#text'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  // Amounts, numbers and codes stay as written: 10.50 is not 10.5, 0042 is not 42.
  parseTagValue: false,
  trimValues: false,
  // Numeric character references are decoded only with this option.
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Nothing here asks where an element is, and writing each path down takes a tenth of the time.
  jPath: false,
})

/**
 * The root element of a document given as text or bytes. Undefined if it is not XML, exceeds `XML_BOUNDS` or has a DTD:
 * no file of the authority has one, and its entities could make a small file grow without end (H-12). Texts of more
 * than 10,000 characters may be cut by `scanXml`.
 */
export function parseXml(xml: string | Uint8Array, bounds?: XmlBounds): XmlElement | undefined {
  const read = readXml(xml, bounds)
  return 'root' in read ? read.root : undefined
}

/** Like `parseXml`, but gives the reason for an unreadable document. */
export function readXml(xml: string | Uint8Array, bounds?: XmlBounds): { root: XmlElement } | { problem: XmlProblem } {
  const scan = scanXml(typeof xml === 'string' ? xml : decodeXml(xml), bounds)
  if ('problem' in scan) return scan
  const root = parsePlain(scan.plain)
  return root ? { root } : { problem: 'not-xml' }
}

/** A document whose caller may need only the name of its root: `root` parses the document, once. */
export type PeekedXml = { rootName: string; root: () => XmlElement | undefined }

/** Like `readXml`, but scans the document to its end and parses it only on demand. */
export function peekXml(xml: Uint8Array, bounds?: XmlBounds): PeekedXml | { problem: XmlProblem } {
  const scan = scanXml(decodeXml(xml), bounds)
  if ('problem' in scan) return scan
  const tag = nextTag(scan.plain, 0)
  if (!tag || tag === 'dtd') return { problem: 'not-xml' }
  let root: { parsed: XmlElement | undefined } | undefined
  return {
    rootName: localName(tag.name),
    root() {
      root ??= { parsed: parsePlain(scan.plain) }
      return root.parsed
    },
  }
}

function parsePlain(plain: string): XmlElement | undefined {
  let nodes: RawNode[]
  try {
    nodes = parser.parse(plain) as RawNode[]
  } catch {
    return undefined // beyond the parser's own bounds, or with a name that it refuses
  }
  for (const node of nodes) {
    const name = keyOf(node)
    if (name !== undefined && name !== TEXT) return toElement(name, node, undefined)
  }
  return undefined
}

/** The element reached by following the first child of each name. */
export function descend(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element
  for (const name of path) at = childOf(at, name)
  return at
}

/** Called a hundred times for a document, so it makes no function of its own. */
function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element) for (const child of element.children) if (child.name === name) return child
  return undefined
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter(child => child.name === name) ?? []
}

/** The text at a path; null if there is no such element or it is empty. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  return descend(element, ...path)?.text || null
}

/** The text at a path below the first of several elements that has one. */
export function firstTextAt(elements: readonly XmlElement[], ...path: string[]): string | null {
  return elements.map(element => textAt(element, ...path)).find(text => text !== null) ?? null
}

/** The name of an element, or `TEXT`. It runs for each node of a document, so it makes no list of the node's keys. */
function keyOf(node: RawNode): string | undefined {
  for (const key in node) if (key !== ATTRIBUTES) return key
  return undefined
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

const NO_CHILDREN: readonly XmlElement[] = []

/** Recursion is as deep as the document, within `XML_BOUNDS`. Most elements have no attributes, or no children, and share none. */
function toElement(qualified: string, node: RawNode, outer: Scope): XmlElement {
  const { scope, attributes } = readAttributes(node[ATTRIBUTES] as Record<string, unknown> | undefined, outer)
  const children: XmlElement[] = []
  let text = ''
  for (const child of (node[qualified] ?? []) as RawNode[]) {
    const key = keyOf(child)
    if (key === TEXT) text += String(child[TEXT])
    else if (key !== undefined) children.push(toElement(key, child, scope))
  }
  const colon = qualified.indexOf(':')
  const prefix = colon < 0 ? '' : qualified.slice(0, colon)
  return {
    name: qualified.slice(colon + 1),
    namespace: namespaceOf(prefix, scope),
    attributes,
    children: children.length > 0 ? children : NO_CHILDREN,
    text: text.trim(),
  }
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
