/**
 * XML written in the form that Exclusive Canonical XML gives it (no declaration, no empty-element tags, namespaces
 * before attributes, attributes in order), so that a signature's digest is that of the very text. Signing a document
 * then costs one hash and one RSA operation, which is what lets the authority answer hundreds of downloads a second.
 */

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

/** An element with elements inside. */
export const branch = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`
