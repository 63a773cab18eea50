/** A comment, a CDATA section, a processing instruction or a start tag with its attributes, whatever comes first. */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[^\s<>!?/]+(?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/g
/** One attribute with all the space before it: where more of that stands before, it is not looked at again. */
const ATTRIBUTE = /(?<!\s)\s+([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g
const LOCATION = /^[^:]+:(?:noNamespaceS|s)chemaLocation$/

/**
 * The file without `xsi:schemaLocation`: a relative path in it is an attack in the eyes of the public host's firewall, and
 * the PDF does not depend on it (E-27). All other bytes stay; so does a file in UTF-16, which is not looked into.
 */
export function withoutSchemaLocation(xml: Uint8Array): Uint8Array {
  // One character a byte: markup is ASCII in every encoding that such files have.
  const text = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1')
  const last = text.lastIndexOf('chemaLocation')
  if (last < 0) return xml
  // Behind the tag of the last one nothing is changed: where the root has it alone, most of the file is not looked at.
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
