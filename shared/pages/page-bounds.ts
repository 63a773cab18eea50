/**
 * Most of a page that is parsed. `work`: each start tag is one piece, and one more for every formatting element that is
 * open, as the parser may make it anew. A list of 1,000 filings has 400,000 characters and some 10,000 tags.
 */
const MOST = { characters: 500_000, work: 60_000, open: 200, attributes: 200 }

/** Most elements that a parser may make of a page, however its text was counted before. */
export const MOST_ELEMENTS = MOST.work

/** What a parser opens again in the next block if it was not closed (HTML, 13.2.4.3). */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
/** Whose end another tag stands for, or that have none: how many of them are open says nothing. */
const UNCOUNTED = new Set(
  'area base br col dd dt hr img input li link meta option p param source tbody td tfoot th thead tr wbr'.split(' '),
)
/** What holds no tags but its own end. */
const RAW = new Set('script style title textarea noscript xmp iframe'.split(' '))

/**
 * Whether an HTML parser will be done with a page soon. It makes formatting anew at each block, looks through all that is
 * open for what a tag belongs to, and compares each attribute with the others of its tag: each takes the square of how
 * many there are. One scan that takes tags apart as the parser does, in linear time.
 */
export function isPlainEnough(html: string): boolean {
  if (html.length > MOST.characters) return false
  const open = new Map<string, number>()
  const count = (name: string, by: 1 | -1) => open.set(name, Math.max(0, (open.get(name) ?? 0) + by))
  const sum = (isMeant: (name: string) => boolean) =>
    [...open].reduce((all, [name, times]) => (isMeant(name) ? all + times : all), 0)
  let [work, formatting, levels] = [0, 0, 0]
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
      // Names that nobody knows are as good as others to be nested; they are counted as one.
      count(FORMATTING.has(name) ? name : KNOWN.has(name) ? name : '?', isEnd ? -1 : 1)
      formatting = sum(one => FORMATTING.has(one))
      levels = sum(() => true)
    }
    if (!isEnd) work += 1 + formatting
    if (work > MOST.work || levels > MOST.open) return false
    at = html.indexOf('<', !isEnd && RAW.has(name) ? endOfRaw(html, name, tag.end) : tag.end)
  }
  return true
}

const KNOWN = new Set('body center div form h1 h2 h3 head html label object ol select span table ul'.split(' '))

/** As much of a tag’s name as tells it from those that matter, in small letters of ASCII as parsers do; '' where there is none. */
function nameAt(html: string, at: number): string {
  const name = /^[a-z][^\t\n\f\r />]*/i.exec(html.slice(at, at + 12))?.[0] ?? ''
  return name.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** How many attributes a tag has, and where it is over (HTML, 13.2.5.32 and on); many that are one too many. */
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

/** Where raw text is over, at the latest with the page. */
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

/** Behind the next of a mark, or the end of the page. */
function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}
