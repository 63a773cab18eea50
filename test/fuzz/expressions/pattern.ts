/** A parsed pattern: its repetitions, in order. Lookarounds and anchors match no text. */
export type Sequence = readonly Item[]
export type Item = { atom: Atom; least: number; most: number }
export type Atom =
  /** One character; `source` is how the pattern writes it. */
  | { kind: 'character'; source: string }
  | { kind: 'group'; choices: readonly Sequence[]; isEmpty: boolean }
  | { kind: 'nothing' }

/** Parses a valid pattern. Repetitions of a back reference are left out. */
export function takeApart(source: string): readonly Sequence[] {
  let at = 0

  const choices = (): Sequence[] => {
    const found: Item[][] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at++
        found.push([])
      } else found.at(-1)?.push(item())
    }
    return found
  }
  const item = (): Item => {
    const atom = nextAtom()
    const written = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at))
    if (!written) return { atom, least: 1, most: 1 }
    at += written[0].length
    const [text, from, comma, to] = written
    if (from !== undefined) {
      const most = comma ? (to ? Number(to) : Number.POSITIVE_INFINITY) : Number(from)
      return { atom, least: Number(from), most }
    }
    return { atom, least: text.startsWith('+') ? 1 : 0, most: text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY }
  }
  const nextAtom = (): Atom => {
    const begin = at
    const char = source[at++]
    if (char === '^' || char === '$') return { kind: 'nothing' }
    if (char === '(') {
      const mark = /^\?(?::|=|!|<=|<!|<\w+>|[a-z]*-?[a-z]*:)/.exec(source.slice(at))?.[0] ?? ''
      at += mark.length
      const inner = choices()
      at++
      return { kind: 'group', choices: inner, isEmpty: /[=!]$/.test(mark) }
    }
    if (char === '[') {
      while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1
      at++
    } else if (char === '\\') {
      const written =
        /^(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<\w+>|c[a-z]|\d+|.)/i.exec(source.slice(at))?.[0] ?? ''
      at += written.length
      if (/^(?:[bB]$|k<|[1-9])/.test(written)) return { kind: 'nothing' }
    }
    return { kind: 'character', source: source.slice(begin, at) }
  }
  return choices()
}
