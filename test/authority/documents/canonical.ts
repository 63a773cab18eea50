/**
 * A document as it is filed, with its inclusive and Exclusive Canonical XML forms, from which a signature's digest is
 * taken. All are written at once: signing then costs one hash and one RSA operation, which lets the authority
 * answer hundreds of downloads a second. Hence the rules here: no declaration, no empty-element tags, namespaces before
 * attributes, attributes in order. So written, a document is its own inclusive form.
 */
export type XmlDocument = { written: string; inclusive: string; exclusive: string }

const CAC = 'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"'
const CBC = 'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"'

export const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

export const attribute = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')

/** An element with text inside; the attributes must be given in the order of their names. */
export function leaf(name: string, value: string, attributes: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(attributes).map(([key, of]) => ` ${key}="${attribute(of)}"`)
  return `<${name}${written.join('')}>${text(value)}</${name}>`
}

/** An element with child elements. */
export const branch = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`

/**
 * A root with UBL's namespaces, which the filed form declares once on the root. Exclusive canonical form declares each
 * one at its first use: `cac` on the root's children, `cbc`, whose elements hold text only, on every element.
 */
export function ublRoot(name: string, parts: readonly string[]): XmlDocument {
  const own = `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${name}-2"`
  const lines = (written: readonly string[]) => `\n${written.join('\n')}\n</${name}>`
  const exclusive = parts.map(part => part.replace(/^<cac:\w+/, `$& ${CAC}`).replaceAll(/<cbc:\w+/g, `$& ${CBC}`))
  const written = `<${name} ${own} ${CAC} ${CBC}>${lines(parts)}`
  return { written, inclusive: written, exclusive: `<${name} ${own}>${lines(exclusive)}` }
}
