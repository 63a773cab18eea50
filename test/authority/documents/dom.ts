import { DOMParser } from '@xmldom/xmldom'
import { XMLValidator } from 'fast-xml-parser'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'

/** Root element of well-formed XML without a DTD, in any encoding that it declares; otherwise the error in words. */
export function parseDocument(bytes: Uint8Array): Element | string {
  const text = decodeXml(bytes).replace(/^\uFEFF/, '')
  if (/<!DOCTYPE/i.test(text)) return 'DOCTYPE is disallowed'
  const checked = XMLValidator.validate(text)
  if (checked !== true) return `lineNumber: ${checked.err.line}; columnNumber: ${checked.err.col}; ${checked.err.msg}`
  const problems: string[] = []
  const note = (problem: string) => void problems.push(problem)
  const parser = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } })
  const root = parser.parseFromString(text, 'text/xml')?.documentElement
  return root && problems.length === 0 ? root : (problems[0] ?? 'Content is not allowed in prolog.')
}

/** Child elements with this local name, whatever their prefix; every child without a name. */
export function children(element: Element | undefined, name?: string): Element[] {
  const found: Element[] = []
  for (let node = element?.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1 && (name === undefined || (node as Element).localName === name)) found.push(node as Element)
  }
  return found
}

/** The element reached by following the first child of each name. */
export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((from, name) => children(from, name)[0], element)
}

export const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  at(element, ...path)?.textContent?.trim() ?? ''
