import { embeddedIn } from '../../shared/documents/embedded.ts'
import { fileNameFrom } from '../../shared/text/file-name.ts'
import { decodeXml } from '../../shared/xml/decode-xml.ts'
import { parseXml } from '../../shared/xml/xml.ts'
import { nextTag } from '../../shared/xml/xml-scan.ts'

export type Attachment = { fileName: string; mediaType: string; bytes: Uint8Array }

/**
 * The media types that EN 16931 admits (BT-125-1) and their extensions; the first is for names without one. No system
 * runs such files.
 */
const EXTENSIONS = new Map<string, readonly [string, ...string[]]>([
  ['application/pdf', ['pdf']],
  ['image/png', ['png']],
  ['image/jpeg', ['jpg', 'jpeg']],
  ['text/csv', ['csv']],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ['xlsx']],
  ['application/vnd.oasis.opendocument.spreadsheet', ['ods']],
])

/**
 * The embedded file with this index, under a safe name; null if there is none. Its bytes come from the text of the XML:
 * the parsed tree has only the beginning of long texts. So that nothing from a seller is ever run, a type that EN 16931
 * does not admit becomes plain bytes, and a name without an extension of its type gets one: `Factura.pdf.exe` becomes
 * `Factura.pdf.exe.pdf`. Under such a type, any extension of an admitted one stays, or none; every other name gets
 * `.bin`.
 */
export function readAttachment(xml: Uint8Array, index: number): Attachment | null {
  const root = parseXml(xml)
  const element = root && embeddedIn(root)[index]
  const encoded = element && textOf(decodeXml(xml), element.name, index)
  if (!element || encoded === undefined) return null
  const declared = element.attributes.get('mimeCode')?.trim().toLowerCase() ?? ''
  const extensions = EXTENSIONS.get(declared)
  return {
    fileName: nameWith(extensions, element.attributes.get('filename')?.trim() || `atasament-${index + 1}`),
    mediaType: extensions ? declared : 'application/octet-stream',
    bytes: new Uint8Array(Buffer.from(encoded, 'base64')),
  }
}

/** A safe name from a foreign one, with one of these extensions; undefined for a type that is not admitted. */
function nameWith(extensions: readonly [string, ...string[]] | undefined, foreign: string): string {
  const name = fileNameFrom(foreign)
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const allowed = extensions ?? ['', ...[...EXTENSIONS.values()].flat()]
  return allowed.includes(extension) ? name : fileNameFrom(`${name}.${extensions?.[0] ?? 'bin'}`)
}

/** The text of the embedded file with this index, without anything that is not base64. */
function textOf(xml: string, name: string, index: number): string | undefined {
  let seen = 0
  for (let tag = nextTag(xml, 0); tag && tag !== 'dtd'; tag = nextTag(xml, tag.end)) {
    if (tag.name !== name && !tag.name.endsWith(`:${name}`)) continue
    if (seen++ < index) continue
    if (tag.isEmpty) return ''
    // Base64 has no angle bracket: the next end tag is the element's own.
    const text = xml.slice(tag.end, xml.indexOf('</', tag.end))
    return text
      .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex, decimal) =>
        String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
      .replace(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|&\w+;|\s+/g, '')
  }
  return undefined
}
