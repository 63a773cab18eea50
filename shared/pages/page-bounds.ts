/**
 * The largest page to parse. In `work` each tag counts once, and a start tag once more for every open formatting
 * element, which the parser may reopen; a word counts half. A list of 1,000 declarations has 400,000 characters, some
 * 18,000 tags and 6,000 words. The parser and the reader take some 2 ms per 1,000 tags, while everything else waits.
 */
const MOST = { characters: 500_000, work: 36_000, open: 200, attributes: 200 }

/** Most elements that a parser may make from a page, whatever the count in its text. */
export const MOST_ELEMENTS = MOST.work

/** Elements that a parser reopens in the next block if they were not closed (HTML, 13.2.4.3). */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
/** Elements that have no end tag, or need none: their open count means nothing. */
const UNCOUNTED = new Set(
  'area base br col dd dt hr img input li link meta option p param source tbody td tfoot th thead tr wbr'.split(' '),
)
/** Elements that hold no tag but their own end. */
const RAW = new Set('script style title textarea noscript xmp iframe'.split(' '))

/**
 * Whether an HTML parser will finish a page soon. A parser reopens formatting in each block, searches all open elements
 * for a tag's own, and compares each attribute with the others of its tag. Each of these takes quadratic time. This is
 * one scan in linear time, which takes tags apart as the parser does.
 */
export function isPlainEnough(html: string): boolean {
  if (html.length > MOST.characters) return false
  const open = new Map<string, number>()
  const count = (name: string, by: 1 | -1) => open.set(name, Math.max(0, (open.get(name) ?? 0) + by))
  const sum = (isMeant: (name: string) => boolean) =>
    [...open].reduce((all, [name, times]) => (isMeant(name) ? all + times : all), 0)
  let [work, formatting, levels] = [wordsIn(html) / 2, 0, 0]
  if (work > MOST.work) return false
  let at = html.indexOf('<')
  while (at >= 0) {
    const isEnd = html[at + 1] === '/'
    const name = nameAt(html, at + (isEnd ? 2 : 1))
    if (name === '') {
      at = html.indexOf('<', html.startsWith('<!--', at) ? after(html, '-->', at + 2) : at + 1)
      continue
    }
    const tag = endOfTag(html, at + name.length + (isEnd ? 2 : 1))
    if (tag.attributes > MOST.attributes) return false
    if (!UNCOUNTED.has(name) && !RAW.has(name)) {
      // Unknown names nest as well as known ones; they are counted under one name.
      count(FORMATTING.has(name) ? name : KNOWN.has(name) ? name : '?', isEnd ? -1 : 1)
      formatting = sum(one => FORMATTING.has(one))
      levels = sum(() => true)
    }
    work += isEnd ? 1 : 1 + formatting
    if (work > MOST.work || levels > MOST.open) return false
    at = html.indexOf('<', !isEnd && RAW.has(name) ? endOfRaw(html, name, tag.end) : tag.end)
  }
  return true
}

/** How often a word begins behind white space: for the parser each word, and each white space, is another token. */
function wordsIn(html: string): number {
  let words = 0
  let isSpace = false
  for (let at = 0; at < html.length; at++) {
    const wasSpace = isSpace
    isSpace = html.charCodeAt(at) <= 0x20
    if (wasSpace && !isSpace) words++
  }
  return words
}

const KNOWN = new Set('body center div form h1 h2 h3 head html label object ol select span table ul'.split(' '))

/**
 * The beginning of a tag’s name in lower-case ASCII, as parsers read it, long enough to distinguish the names; '' if
 * none.
 */
function nameAt(html: string, at: number): string {
  const name = /^[a-z][^\t\n\f\r />]*/i.exec(html.slice(at, at + 12))?.[0] ?? ''
  return name.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/**
 * The number of a tag's attributes, and the end of the tag (HTML, 13.2.5.32 and on). It stops counting after the
 * maximum.
 */
function endOfTag(html: string, from: number): { attributes: number; end: number } {
  let at = from
  for (let attributes = 0; attributes <= MOST.attributes; attributes++) {
    at = skip(html, at, /[\s/]*/y)
    if (at >= html.length || html[at] === '>') return { attributes, end: at + 1 }
    at = skip(html, skip(html, at, /=?[^\s/>=]*/y), /\s*/y)
    if (html[at] !== '=') continue
    at = skip(html, at + 1, /\s*/y)
    const quote = html[at]
    at = quote === '"' || quote === "'" ? after(html, quote, at + 1) : skip(html, at, /[^\s>]*/y)
  }
  return { attributes: MOST.attributes + 1, end: html.length }
}

/** The end of raw text, or at the latest the end of the page. */
function endOfRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function skip(html: string, from: number, what: RegExp): number {
  what.lastIndex = from
  what.test(html)
  return Math.max(from, what.lastIndex)
}

/** The place after the next `mark`, or the end of the page. */
function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}
