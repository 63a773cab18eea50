import { fold } from '../../../../shared/text/fold.ts'
import { parseJson } from '../../../../shared/text/json.ts'

/**
 * The kind of a body, judged by its bytes alone: these services' status and content type prove nothing
 * (docs/authority/README.md#how-sure-each-fact-is).
 */
export type Body =
  | { kind: 'zip' | 'pdf'; bytes: Uint8Array }
  /** JSON without an `eroare`. */
  | { kind: 'json'; value: unknown }
  /**
   * The service's note about a request: `eroare` and `titlu`, or the `message` of a CustomErrorMessage. `value` is the
   * whole JSON; a malformed note has none, because no parser accepts its JSON.
   */
  | { kind: 'note'; note: string; title: string; isMalformed: false; value: object }
  | { kind: 'note'; note: string; title: string; isMalformed: true }
  /** A note whose end is missing: its text may be shown, but proves nothing. */
  | { kind: 'cut-note'; note: string }
  | { kind: 'xml'; text: string }
  /** The firewall's page (E-27); `supportId` as on the page. */
  | { kind: 'firewall'; supportId: string }
  /** A page that asks for the certificate: the sender is not signed in (G-04). */
  | { kind: 'login-wall' }
  | { kind: 'maintenance' }
  | { kind: 'html' }
  | { kind: 'empty' }
  | { kind: 'cut-short' }
  | { kind: 'unknown' }

/**
 * Determines the kind of a body. `isMeasured` means that the answer named its length and reached it. An answer that
 * only ends with its connection, as the gateway's do, may have been cut; it must then have its format's own end (G-07).
 */
export function classify(bytes: Uint8Array, isMeasured = true): Body {
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) {
    return endsAsZip(bytes) ? { kind: 'zip', bytes } : { kind: 'cut-short' }
  }
  const pdf = (): Body => (isMeasured || endsAsPdf(bytes) ? { kind: 'pdf', bytes } : { kind: 'cut-short' })
  if (startsWith(bytes, '%PDF-')) return pdf()
  const text = decode(bytes).trim()
  // Servers put line ends or a byte order mark before it; every reader accepts that.
  if (text.startsWith('%PDF-')) return pdf()
  if (text === '') return { kind: 'empty' }
  if (text.startsWith('{') || text.startsWith('[')) return classifyJson(text)
  if (/^<(!doctype html|html|head|body)\b/i.test(text) || /<html\b/i.test(text.slice(0, 2000)))
    return isMeasured || /<\/html>/i.test(text.slice(-200)) ? classifyPage(text) : { kind: 'cut-short' }
  if (text.startsWith('<')) return endsAsXml(text) ? { kind: 'xml', text } : { kind: 'cut-short' }
  return { kind: 'unknown' }
}

/** The text of a body: UTF-8, else ISO-8859-2, in which the older services write Romanian. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('iso-8859-2').decode(bytes)
  }
}

function classifyJson(text: string): Body {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    // Some notes come in JSON that no parser accepts (raw quotes or line ends inside); their text still counts (E-21).
    const eroare = looseField(text, 'eroare')
    if (!isEnded(text)) return eroare ? { kind: 'cut-note', note: eroare } : { kind: 'cut-short' }
    if (eroare === undefined) return { kind: 'unknown' }
    return { kind: 'note', note: eroare, title: looseField(text, 'titlu') ?? '', isMalformed: true }
  }
  const json = value as Record<string, unknown>
  const { eroare, titlu, message, status, error } = json
  if (typeof eroare === 'string' && eroare.trim() !== '') return noteOf(eroare, titlu, json)
  const isStatus = typeof status === 'number' || (typeof status === 'string' && /^\d{3}$/.test(status.trim()))
  if (typeof message === 'string' && isStatus) return noteOf(message, error, json)
  return { kind: 'json', value }
}

/** Longest note that is kept, characters: the services write a sentence or two. */
const MOST_NOTE = 10_000

function noteOf(note: string, title: unknown, value: object): Body {
  return {
    kind: 'note',
    note: note.slice(0, MOST_NOTE),
    title: typeof title === 'string' ? title : '',
    isMalformed: false,
    value,
  }
}

/** The continuation after a quote that ends a text: the colon of a name, the next field, a bracket, or the end. */
const AFTER_TEXT = /\s*(?::|[}\]]|,\s*(?:["'}\]]|\w+\s*:)|$)/y

/**
 * Whether JSON that does not parse is at least whole: quotes close its texts, and a brace closes its object. A cut text
 * may have gone on in any way.
 */
function isEnded(text: string): boolean {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== '' && char === '\\') at++
    else if (quote !== '') {
      AFTER_TEXT.lastIndex = at + 1
      if (char === quote && AFTER_TEXT.test(text)) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return true
  }
  return false
}

/**
 * The value of a text field in JSON that does not parse: up to the next field, or to the braces at the end. It makes
 * one pass over the text; a single expression took time cubic in its length.
 */
function looseField(text: string, name: string): string | undefined {
  const begin = new RegExp(`["']?${name}["']?\\s*:\\s*["']`, 'i').exec(text)
  if (!begin) return undefined
  const start = begin.index + begin[0].length
  const nextField = /,\s*["']?\w+["']?\s*:/y
  let end = text.indexOf(',', start)
  for (; end >= 0; end = text.indexOf(',', end + 1)) {
    nextField.lastIndex = end
    if (nextField.test(text)) break
  }
  const value = end < 0 ? trimEnd(text.slice(start), /[\s,}\]]/) : text.slice(start, end).trimEnd()
  return value.replace(/["']$/, '').slice(0, MOST_NOTE).replace(/\s+/g, ' ').trim()
}

/** The text without such characters at its end. An expression with `$` would start over at each one. */
function trimEnd(text: string, kind: RegExp): string {
  let end = text.length
  while (end > 0 && kind.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/**
 * The addresses by which a form, a refresh or a script leads to the gateway. A mere link is only the way to log out.
 */
const GATEWAY = /\/(?:my\.policy|vdesk\/)/gi
const LEADS_TO =
  /(?:action\s{0,9}=\s{0,9}|url\s{0,9}=\s{0,9}|location[\w.\s]{0,60}[=(]\s{0,9})["']?(?:https:\/\/[^"'/>\s]{1,253})?$/i
/** Most mentions of the gateway to examine; its own pages have a few. */
const MOST_MENTIONS = 100
/** Longest text to examine before such an address, characters. */
const MOST_BEFORE = 350

function sendsToGateway(html: string): boolean {
  let looked = 0
  for (const { index } of html.matchAll(GATEWAY)) {
    if (LEADS_TO.test(html.slice(Math.max(0, index - MOST_BEFORE), index))) return true
    if (++looked >= MOST_MENTIONS) return false
  }
  return false
}

/** Most characters to read of a page's wording: the known pages use it at once. */
const MOST_TEXT = 100_000

/** The text between the tags. A tag without an end counts as text. */
function withoutTags(html: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', at)) {
    const end = html.indexOf('>', start)
    if (end < 0) break
    parts.push(html.slice(at, start), ' ')
    at = end + 1
  }
  return parts.join('') + html.slice(at)
}

function classifyPage(html: string): Body {
  const text = fold(withoutTags(html).slice(0, MOST_TEXT))
  if (text.includes('request rejected') || /support id is/.test(text)) {
    return { kind: 'firewall', supportId: /support id(?: is)?\s*(?::\s*)?([\w-]+)/.exec(text)?.[1] ?? '?' }
  }
  const asksForCertificate = /certificatul nu a fost prezentat|prezentare certificat/.test(text)
  if (asksForCertificate || sendsToGateway(html)) return { kind: 'login-wall' }
  if (/mentenanta|maintenance|indisponibil|temporarily unavailable|service unavailable|\blucrari/.test(text)) {
    return { kind: 'maintenance' }
  }
  return { kind: 'html' }
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return [...magic].every((char, index) => bytes[index] === char.charCodeAt(0))
}

/** Whether the end of the text closes the root element: the XML reader does not check that. */
function endsAsXml(text: string): boolean {
  const start = text.search(/<[^?!]/)
  const name = /^<([^\s/>]+)/.exec(text.slice(start, start + 200))?.[1]
  if (name === undefined) return false
  const end = text.lastIndexOf(`</${name}`)
  if (end > start) return /^\s*>$/.test(text.slice(end + name.length + 2))
  // An empty root element; a quoted `/>` closes nothing.
  const bare = text.slice(start).replace(/"[^"]*"|'[^']*'/g, '')
  return /^<[^<>"']*\/>$/.test(bare)
}

/** Whether a PDF's end marker is in its last 1024 bytes, as readers allow. */
function endsAsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(-1024)).includes('%%EOF')
}

/** Whether the ZIP has its end record, with its directory before it. The archive judges everything else. */
function endsAsZip(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lowest = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    const directory = view.getUint32(at + 12, true) + view.getUint32(at + 16, true)
    if (at + 22 + view.getUint16(at + 20, true) <= bytes.length && directory <= at) return true
  }
  return false
}
