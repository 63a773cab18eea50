/** A comment, a CDATA section, a processing instruction or a start tag with its attributes, whatever comes first. */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[^\s<>!?/]+(?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/g
/** One attribute with all the space before it. The lookbehind prevents a retry at each place of a long run of space. */
const ATTRIBUTE = /(?<!\s)\s+([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g
const LOCATION = /^[^:]+:(?:noNamespaceS|s)chemaLocation$/

/**
 * The file without `xsi:schemaLocation`: the public host's firewall takes a relative path in it for an attack, and the
 * PDF does not depend on it (E-27). All other bytes stay. A file in UTF-16 stays as it is.
 */
export function withoutSchemaLocation(xml: Uint8Array): Uint8Array {
  // One character per byte: such files use encodings whose markup is ASCII.
  const text = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1')
  const last = text.lastIndexOf('chemaLocation')
  if (last < 0) return xml
  // Only the text up to the last one is rewritten: usually the root has the only one, and the file is not searched.
  const next = text.indexOf('<', last)
  const end = next < 0 ? text.length : next
  const isTag = (markup: string) => !/^<[!?]/.test(markup)
  const head = text.slice(0, end)
  const changed = head.replace(MARKUP, markup => (isTag(markup) ? markup.replace(ATTRIBUTE, dropLocation) : markup))
  return Buffer.from(changed + text.slice(end), 'latin1')
}

function dropLocation(attribute: string, name: string): string {
  return LOCATION.test(name) ? '' : attribute
}
