import { DOMParser } from '@xmldom/xmldom'
import { decodeXml } from '../../shared/xml/decode-xml.ts'
import { nextTag, scanXml } from '../../shared/xml/xml-scan.ts'

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#'

/**
 * Line ends as in XML 1.0: by default the library also normalizes two characters that a signed file may hold as text.
 */
const STRICT = {
  errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  normalizeLineEndings: (text: string) => text.replaceAll(/\r\n?/g, '\n'),
}

/** A file's tree, the source of its canonical form. */
export type StrictXml = { root: Element }

/** Why a file or its signature cannot be judged, as a sentence without its full stop. Never leaves this room. */
export class Unverifiable extends Error {}

/**
 * Parses a file as a whole; undefined if it is not well-formed. Throws `Unverifiable` for a DTD: no file of the
 * authority has one, and a DTD could give the same bytes another meaning (H-12).
 */
export function parseStrict(bytes: Uint8Array): StrictXml | undefined {
  const parsed = parse(decodeXml(bytes).trim())
  // The library writes an instruction's text into the canonical form as plain text, so it could hide text there.
  if (parsed && holdsInstruction(parsed.root)) throw new Unverifiable('it holds a processing instruction')
  return parsed
}

function parse(text: string): StrictXml | undefined {
  const scan = scanXml(text)
  if ('problem' in scan) {
    if (scan.problem === 'dtd') throw new Unverifiable('it holds a DTD')
    if (scan.problem !== 'not-xml') throw new Unverifiable('it is too large to be verified on this machine')
    return undefined
  }
  if (holdsTextBeforeRoot(text)) return undefined
  try {
    const { childNodes, documentElement } = new DOMParser(STRICT).parseFromString(text, 'text/xml')
    const outside = Array.from(childNodes).some(node => node.nodeType === 3 && node.nodeValue?.trim())
    return outside || !documentElement ? undefined : { root: documentElement }
  } catch {
    return undefined // not well-formed, or nested too deeply for any reader
  }
}

/** The library silently skips such text, and no canonical form would show it. */
function holdsTextBeforeRoot(text: string): boolean {
  const root = nextTag(text, 0)
  const prolog = typeof root === 'object' ? text.slice(0, root.start) : text
  return prolog.replaceAll(/<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)/g, '').trim() !== ''
}

export function isDsig(node: Node, name: string): node is Element {
  return node.nodeType === 1 && (node as Element).localName === name && (node as Element).namespaceURI === DSIG
}

export function elementsOf(parent: Element): Element[] {
  return Array.from(parent.childNodes).filter(node => node.nodeType === 1) as Element[]
}

/** The only child of this name. With any other number of them the signature is not judged. */
export function onlyChild(parent: Element, name: string): Element {
  const found = elementsOf(parent).filter(child => isDsig(child, name))
  const [child] = found
  if (!child || found.length > 1) throw new Unverifiable(`its ${parent.localName} has ${found.length} ${name}`)
  return child
}

function holdsInstruction(root: Element): boolean {
  const open: Node[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeType === 7) return true
    for (let child = node.firstChild; child; child = child.nextSibling) open.push(child)
  }
  return false
}

function refuse(message: string): never {
  throw new Error(message)
}
