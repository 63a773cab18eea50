import type { InvoiceDocument } from '../protocol/invoices/document.ts'
import { childrenOf, descend, type XmlElement } from '../xml/xml.ts'

/** A document from a syntax's reader; the unread rest is added afterwards. */
export type ReadDocument = Omit<InvoiceDocument, 'unread' | 'moreUnread'>

/** How many elements without a field to list, and how much of their texts to show (characters). */
const MOST = 200
const MOST_TEXT = 2000

/** Elements that matter only to programs; groups among them with their whole content. */
const TECHNICAL = new Set([
  'UBLExtensions',
  'UBLVersionID',
  'CustomizationID',
  'ProfileID',
  'ProfileExecutionID',
  'TaxScheme',
  'Signature',
  'ExchangedDocumentContext',
  'ChargeIndicator',
])

/**
 * Remembers which elements of a document were read into a field. The rest is shown as written, so that nothing in an
 * invoice stays hidden (U-11).
 */
export class Taken {
  readonly #elements: Set<XmlElement> | undefined
  readonly #odd: { path: string; text: string }[] = []

  /** `forgetful`: for a caller that never asks for the rest. */
  constructor(memory?: 'forgetful') {
    if (memory === undefined) this.#elements = new Set()
  }

  /** The text at a path, which is thereby read; null where there is none. Blanks are none. */
  text(element: XmlElement | undefined, ...path: string[]): string | null {
    return this.own(descend(element, ...path))
  }

  /** The texts of all children of this name below a path. */
  texts(element: XmlElement | undefined, ...path: string[]): string[] {
    const name = path.at(-1) ?? ''
    const found = childrenOf(descend(element, ...path.slice(0, -1)), name)
    return found.flatMap(child => this.own(child) ?? [])
  }

  /** An element's own text. */
  own(element: XmlElement | undefined): string | null {
    if (!element) return null
    this.#elements?.add(element)
    return element.text || null
  }

  /** An amount. If its currency is not the document's, the currency is listed with the unread rest. */
  amount(currency: string | null, element: XmlElement | undefined, ...path: string[]): string | null {
    const found = descend(element, ...path)
    const own = found?.attributes.get('currencyID')
    if (found?.text && own && currency !== null && own !== currency)
      this.#odd.push({ path: `${path.at(-1)}@currencyID`, text: `${found.text} ${own}` })
    return this.own(found)
  }

  /**
   * A calendar day (xs:date); a time zone after it is ignored. A text that is not a day stays unread, and is shown
   * unchanged.
   */
  day(element: XmlElement | undefined, ...path: string[]): string | null {
    const found = descend(element, ...path)
    const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|Z|[+-])/.exec(found?.text ?? '')?.[0]
    if (day) this.own(found)
    return day ?? null
  }

  /** The elements that no field has read, by path, at most `MOST`; `more` counts the rest. */
  left(root: XmlElement): { unread: { path: string; text: string }[]; more: number } {
    const found = [...this.#odd]
    const walk = (element: XmlElement, path: string) => {
      if (TECHNICAL.has(element.name)) return
      if (element.text && !this.#elements?.has(element)) found.push({ path, text: shortened(element.text) })
      for (const child of element.children) walk(child, path === '' ? child.name : `${path}/${child.name}`)
    }
    walk(root, '')
    return { unread: found.slice(0, MOST), more: Math.max(0, found.length - MOST) }
  }
}

const shortened = (text: string): string =>
  text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text
