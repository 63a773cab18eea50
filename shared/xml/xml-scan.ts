/** Why a text is not read as XML: it is not well-formed, has a DTD, or exceeds a bound. */
export type XmlProblem = 'not-xml' | 'dtd' | XmlBound
export type XmlBounds = Readonly<Record<XmlBound, number>>
export type XmlBound = 'elements' | 'attributes' | 'depth'

/**
 * The largest document to read. A tree takes about 1 KB of memory per element, even for `<a/>`. An uploadable document
 * has at most 10 MB and hardly 300,000 elements, and no standard nests deeper than 20.
 */
export const XML_BOUNDS: XmlBounds = { elements: 400_000, attributes: 400_000, depth: 100 }

/**
 * The largest answer that is one element with some messages. It is read on the main thread, while everything else
 * waits.
 */
export const ANSWER_BOUNDS: XmlBounds = { elements: 10_000, attributes: 20_000, depth: 100 }

/**
 * How many characters of texts longer than `LONG` to keep, per text and in total; the rest is cut off. An attachment in
 * base64 is megabytes without meaning here, and a parser would need a hundred times its size.
 */
const KEPT = { one: 1_000_000, all: 4_000_000 }
const LONG = 10_000

/**
 * Scans a text once before any parser reads it, in linear time and without memory for its content. It knows comments,
 * CDATA and instructions. So it finds a DTD wherever a parser might see one, and never mistakes text for one (H-12).
 * Tags must match, so a cut document is refused.
 *
 * `plain` is the text for the parser: comments and instructions are emptied, so that the parser cannot read them
 * differently, and long texts are cut.
 */
export function scanXml(text: string, bounds: XmlBounds = XML_BOUNDS): { plain: string } | { problem: XmlProblem } {
  const open: string[] = []
  const pieces: string[] = []
  let roots = 0
  let elements = 0
  let attributes = 0
  let room = KEPT.all
  /** The text up to here is in `pieces`. */
  let taken = 0
  let at = 0
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', at)) {
    if (start - at > LONG) {
      const kept = Math.max(LONG, Math.min(start - at, KEPT.one, room))
      room -= kept
      pieces.push(text.slice(taken, at + kept))
      taken = start
    }
    const special = specialAt(text, start)
    if (special) {
      if (special.after === undefined) return { problem: 'not-xml' }
      if (++elements > bounds.elements) return { problem: 'elements' }
      at = special.after
      if (special.empty !== undefined) {
        pieces.push(text.slice(taken, start), special.empty)
        taken = at
      }
      continue
    }
    if (isDeclaration(text, start)) return { problem: 'dtd' }
    if (text[start + 1] === '/') {
      const name = open.pop()
      if (name === undefined || !text.startsWith(name, start + 2)) return { problem: 'not-xml' }
      at = skipSpace(text, start + 2 + name.length)
      if (text[at++] !== '>') return { problem: 'not-xml' }
      continue
    }
    const tag = scanTag(text, start)
    if (!tag) return { problem: 'not-xml' }
    if (open.length === 0) roots++
    if (++elements > bounds.elements) return { problem: 'elements' }
    if (!tag.isEmpty) open.push(tag.name)
    at = tag.end
    attributes += tag.attributes
    if (attributes > bounds.attributes) return { problem: 'attributes' }
    if (open.length > bounds.depth) return { problem: 'depth' }
  }
  if (roots !== 1 || open.length > 0) return { problem: 'not-xml' }
  pieces.push(text.slice(taken, at))
  return { plain: pieces.join('') }
}

/** Parts that may hold any characters; emptied if no reader needs them. */
const SPECIAL: readonly { begin: string; end: string; empty?: string }[] = [
  { begin: '<!--', end: '-->', empty: '<!---->' },
  { begin: '<![CDATA[', end: ']]>' },
  { begin: '<?', end: '?>', empty: '<!---->' },
]

/** Whether there is a DTD, for text whose parser builds no tree. */
export function holdsDtd(text: string): boolean {
  let at = 0
  for (let start = text.indexOf('<', at); start >= 0; start = text.indexOf('<', at)) {
    const special = specialAt(text, start)
    if (special && special.after === undefined) return false
    if (isDeclaration(text, start)) return true
    at = special?.after ?? start + 1
  }
  return false
}

/**
 * The comment, CDATA or instruction that begins at `start`, and the place after it; `after` is undefined if that is cut
 * off.
 */
function specialAt(text: string, start: number): { after: number | undefined; empty?: string } | undefined {
  const mark = text[start + 1]
  if (mark !== '!' && mark !== '?') return undefined
  const special = SPECIAL.find(({ begin }) => text.startsWith(begin, start))
  if (!special) return undefined
  const end = text.indexOf(special.end, start + special.begin.length)
  return { ...special, after: end < 0 ? undefined : end + special.end.length }
}

/** A document type or one of its declarations; nothing else begins this way. */
function isDeclaration(text: string, start: number): boolean {
  return (
    text[start + 1] === '!' && /^<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text.slice(start, start + 10))
  )
}

/**
 * The next start tag after comments, CDATA and instructions; undefined if there is none, `dtd` if one comes first. For
 * documents with only a known beginning.
 */
export function nextTag(text: string, from: number): Tag | 'dtd' | undefined {
  let at = from
  for (let start = text.indexOf('<', at); start >= 0; start = text.indexOf('<', at)) {
    const special = specialAt(text, start)
    if (special && special.after === undefined) return undefined
    if (isDeclaration(text, start)) return 'dtd'
    if (!special && text[start + 1] !== '/') return scanTag(text, start)
    at = special?.after ?? start + 1
  }
  return undefined
}

export type Tag = { name: string; start: number; end: number; attributes: number; isEmpty: boolean }

/** The start tag at `start`; undefined if it is not whole. No attribute holds a `<`. */
function scanTag(text: string, start: number): Tag | undefined {
  const name = nameAt(text, start + 1)
  if (name === '') return undefined
  const next = text.indexOf('<', start + 1)
  const limit = next < 0 ? text.length : next
  let attributes = 0
  for (let at = start + 1 + name.length; at < limit; ) {
    const spaced = skipSpace(text, at)
    if (text[spaced] === '>') return { name, start, end: spaced + 1, attributes, isEmpty: false }
    if (text.startsWith('/>', spaced)) return { name, start, end: spaced + 2, attributes, isEmpty: true }
    const attribute = spaced === at ? '' : nameAt(text, spaced)
    if (attribute === '') return undefined
    const equals = skipSpace(text, spaced + attribute.length)
    const value = skipSpace(text, equals + 1)
    const quote = text[value]
    if (text[equals] !== '=' || (quote !== '"' && quote !== "'")) return undefined
    const end = text.indexOf(quote, value + 1)
    if (end < 0) return undefined
    at = end + 1
    attributes++
  }
  return undefined
}

/** The name of an element or attribute: anything but marks, space and control characters; '' if there is none. */
function nameAt(text: string, start: number): string {
  let at = start
  while (at < text.length && isNameCode(text.charCodeAt(at))) at++
  const first = text.charCodeAt(start)
  // A name does not begin with a digit, a hyphen or a dot.
  return first === 0x2d || first === 0x2e || (first >= 0x30 && first <= 0x39) ? '' : text.slice(start, at)
}

function isNameCode(code: number): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
  // Digits and the colon; hyphen and dot; underscore; everything beyond ASCII.
  return isLetter || (code >= 0x30 && code <= 0x3a) || code === 0x2d || code === 0x2e || code === 0x5f || code > 0xa0
}

function skipSpace(text: string, start: number): number {
  let at = start
  for (let code = text.charCodeAt(at); code === 0x20 || (code >= 0x9 && code <= 0xd); code = text.charCodeAt(at)) at++
  return at
}
