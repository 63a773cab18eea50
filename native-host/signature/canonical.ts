import { compareTexts } from '../../shared/text/compare.ts'
import { Unverifiable } from './strict-xml.ts'

/** Canonical XML 1.0, with every namespace in scope, or Exclusive XML Canonicalization 1.0, with only those in use. */
export type Method = 'inclusive' | 'exclusive'

type Options = { method: Method; comments?: boolean; without?: (node: Node) => boolean }
/** The rendered namespaces in force, by prefix; the default namespace has the empty prefix. */
type Scope = ReadonlyMap<string, string>

const NOTHING: Scope = new Map()
const XML = 'http://www.w3.org/XML/1998/namespace'

/**
 * The canonical form of an element and its content (W3C REC-xml-c14n-20010315, REC-xml-exc-c14n-20020718), in a tree
 * without a DTD. A digest is worth only as much as this form: two documents must never share one. xml-crypto is not
 * used, because it leaves out attributes whose name begins with "xmlns", does not escape namespaces and sorts prefixes
 * by a language's alphabet. `without` names nodes to leave out.
 */
export function canonical(apex: Element, { method, comments = false, without }: Options): string {
  const written: string[] = []
  const open: (string | [node: Node, scope: Scope])[] = [[apex, NOTHING]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') written.push(next)
    else if (!without?.(next[0])) {
      const [node, scope] = next
      if (isElement(node)) {
        const { tag, inner } = startTag(node, scope, method, node === apex)
        written.push(tag)
        open.push(`</${node.tagName}>`)
        for (let child = node.lastChild; child; child = child.previousSibling) open.push([child, inner])
      } else written.push(leaf(node, comments))
    }
  }
  return written.join('')
}

/** The canonical form of the whole document: a root's form with the processing instructions before and after it. */
export function withInstructions(root: Element, form: string): string {
  let [before, after, isBefore] = ['', '', true]
  for (let node = root.ownerDocument.firstChild; node; node = node.nextSibling) {
    if (node === root) isBefore = false
    // The tree also shows the XML declaration as an instruction.
    if (node.nodeType !== 7 || node.nodeName === 'xml') continue
    if (isBefore) before += `${leaf(node, false)}\n`
    else after += `\n${leaf(node, false)}`
  }
  return before + form + after
}

type Tag = { tag: string; inner: Scope }

function startTag(element: Element, scope: Scope, method: Method, isApex: boolean): Tag {
  requireNamespace(element)
  // Most elements of a large invoice are like this: nothing to declare, nothing to sort.
  if (!isApex && element.attributes.length === 0 && isDeclared(scope, element)) {
    return { tag: `<${element.tagName}>`, inner: scope }
  }
  const attributes = Array.from(element.attributes)
  const own = attributes.filter(attribute => declaredPrefix(attribute) === undefined)
  for (const attribute of own) requireNamespace(attribute)
  const needed = method === 'exclusive' ? used(element, own) : isApex ? inherited(element) : declared(attributes)
  const missing = [...needed].filter(([prefix, uri]) => prefix !== 'xml' && (scope.get(prefix) ?? '') !== uri)
  if (isApex && method === 'inclusive') own.push(...inheritedAttributes(element, own))
  const names = missing
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([prefix, uri]) => write(prefix && `:${prefix}`, uri))
  const rest = own.sort(compareAttributes).map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
  return {
    tag: `<${element.tagName}${names.join('')}${rest.join('')}>`,
    inner: missing.length === 0 ? scope : new Map([...scope, ...missing]),
  }
}

function requireNamespace({ prefix, namespaceURI, nodeName }: Element | Attr): void {
  if (prefix && !namespaceURI) throw new Unverifiable(`${nodeName} has a prefix that is not declared`)
}

const isDeclared = (scope: Scope, { prefix, namespaceURI }: Element): boolean =>
  (scope.get(prefix ?? '') ?? '') === (namespaceURI ?? '')

const write = (suffix: string, uri: string): string => ` xmlns${suffix}="${escapeAttribute(uri)}"`

/** The prefix that an attribute declares, empty for the default namespace; undefined for any other attribute. */
function declaredPrefix({ name }: Attr): string | undefined {
  if (name === 'xmlns') return ''
  return name.startsWith('xmlns:') ? name.slice(6) : undefined
}

function declared(attributes: readonly Attr[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const attribute of attributes) {
    const prefix = declaredPrefix(attribute)
    if (prefix !== undefined) found.set(prefix, attribute.value)
  }
  return found
}

/** Every namespace in scope of an element: its own and those of the elements around it. */
function inherited(element: Element): Map<string, string> {
  const around = lineage(element).map(each => declared(Array.from(each.attributes)))
  return new Map(around.reverse().flatMap(each => [...each]))
}

/** The namespaces of an element's name and of its attributes' names. */
function used(element: Element, own: readonly Attr[]): Map<string, string> {
  const prefixed = own.filter(({ prefix }) => prefix)
  return new Map([element, ...prefixed].map(({ prefix, namespaceURI }) => [prefix ?? '', namespaceURI ?? '']))
}

/**
 * Attributes of the `xml` namespace that inclusive form copies from the elements around it, the nearest of each name.
 */
function inheritedAttributes(element: Element, own: readonly Attr[]): Attr[] {
  const taken = new Set(own.map(({ name }) => name))
  const around = lineage(element).slice(1)
  return around
    .flatMap(each => Array.from(each.attributes))
    .filter(({ name, namespaceURI }) => {
      if (namespaceURI !== XML || taken.has(name)) return false
      taken.add(name)
      return true
    })
}

/** An element and the elements around it, from the inside out. */
function lineage(element: Element): Element[] {
  const found = [element]
  for (let node = element.parentNode; node && isElement(node); node = node.parentNode) found.push(node)
  return found
}

function leaf(node: Node, comments: boolean): string {
  const data = node.nodeValue ?? ''
  switch (node.nodeType) {
    case 3:
    case 4:
      return escapeText(data)
    case 7:
      return data === '' ? `<?${node.nodeName}?>` : `<?${node.nodeName} ${data}?>`
    case 8:
      return comments ? `<!--${data}-->` : ''
    default:
      throw new Unverifiable(`it holds a node of the type ${node.nodeType}`)
  }
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

const compareAttributes = (a: Attr, b: Attr): number =>
  compareTexts(a.namespaceURI ?? '', b.namespaceURI ?? '') || compareTexts(a.localName, b.localName)

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
const escapeText = (text: string): string => text.replaceAll(/[&<>\r]/g, sign => ESCAPES[sign] ?? sign)
const escapeAttribute = (text: string): string => text.replaceAll(/[&<"\t\n\r]/g, sign => ESCAPES[sign] ?? sign)
