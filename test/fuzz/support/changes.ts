import fc from 'fast-check'
import { unitsOf } from '../expressions/attacks.ts'
import { findExpressions } from '../expressions/find-expressions.ts'

/** One change of a sample. Places are shares of its length, so that a case is short to print and to keep. */
export type Change =
  | { do: 'cut'; at: number; share: number }
  | { do: 'insert'; at: number; text: string; times: number }
  | { do: 'repeat'; at: number; share: number; times: number }
  | { do: 'swap'; at: number; to: number; share: number }
  | { do: 'nest'; at: number; begin: string; end: string; times: number }
  | { do: 'leaf'; at: number; value: string }
  | { do: 'byte'; at: number; byte: number }
  | { do: 'whole'; text: string; times: number }

/** A sample by its number, and the changes to it in order. */
export type Case = { sample: number; changes: readonly Change[] }

/** Most characters that a change makes of a text: more than any page or answer that a reader takes apart at once. */
const MOST_LENGTH = 600_000
/** Most characters that one change adds. */
const MOST_ADDED = 450_000

/** Texts with a meaning in one of the formats, and unexpected ones. */
const TOKENS = [
  ...['<a>', '</a>', '<a/>', '<!--', '-->', '<![CDATA[', ']]>', '<?x ', '?>', '<!DOCTYPE a [<!ENTITY b "c">]>'],
  ...[
    '<table><tr><td>',
    '</td></tr></table>',
    '<b>',
    '<p>',
    '<font color="red">',
    '<div ',
    '<form>',
    '<script>',
    '<td>',
  ],
  ...['&', '&amp;', '&#x41;', '&#1114112;', '&#0;', ' a="b"', ' xmlns:a="b"', '"', "'", '=', '>', '<'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '{"a":',
    ',',
    ':',
    '\\',
    '\\u0000',
    '"a"',
    'null',
    'true',
    '-',
    '1e999',
    '.',
    '"__proto__":{"a":1},',
  ],
  ...['0', '9', '99999999999999999999', '-0', '1,5', '1.234', '2026-02-31', '31.02.2026', '202602310000', 'NaN'],
  ...[
    '\u0000',
    '\u0001',
    '\u0085',
    '\u200b',
    '\u202e',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\udc00',
    'ș',
    'ﬁ',
    '\u0301',
    '😀',
    'İ',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    ';',
    '|',
    '#',
    '%',
    '%ZZ',
    '/',
    '\\\\',
    '../',
    'RO',
    'CIF=',
    'PK\u0003\u0004',
    '%PDF-',
  ],
  ...['__proto__', 'constructor', 'toString', 'length', 'SELECT', "' OR 1=1 --", '*', '..', '(', ')', '?'],
]
/** Texts for a JSON value. */
const VALUES = [
  ...['null', 'true', '0', '-1', '1e308', '9007199254740993', '""', '" "', '[]', '{}', '[[]]', '[null]', '{"a":{}}'],
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e"',
    '"-"',
    '"1e5"',
    '"2026-13-45"',
    '{"__proto__":{"x":1}}',
    '{"length":-1}',
    '"RO"',
  ],
]

/** Texts that the product's own expressions search for and repeat. */
const WORDS = [...new Set(findExpressions().flatMap(({ source, flags }) => unitsOf(source, flags)))]

/** In thousandths: a double would nearly always be next to zero. */
const share = fc.nat(1000).map(n => n / 1000)
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TOKENS) },
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const times = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1000, max: 60_000 }) },
)

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), at: share, share }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('insert' as const), at: share, text, times }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), at: share, share, times }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('swap' as const), at: share, to: share, share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nest' as const), at: share, begin: text, end: text, times }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('leaf' as const), at: share, value: fc.constantFrom(...VALUES) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('byte' as const), at: share, byte: fc.nat(255) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('whole' as const), text, times }) },
)

const ofJson: fc.Arbitrary<Change> = fc.record({
  do: fc.constant('leaf' as const),
  at: share,
  value: fc.constantFrom(...VALUES),
})

/** Cases for JSON: its values are changed first, so that most of it can still be read as JSON. */
export const jsonCases: fc.Arbitrary<Case> = fc
  .tuple(fc.nat(1000), fc.array(ofJson, { minLength: 1, maxLength: 3 }), fc.array(change, { maxLength: 2 }), fc.nat(2))
  .map(([sample, first, more, isMore]) => ({ sample, changes: isMore === 0 ? [...first, ...more] : first }))

export const cases: fc.Arbitrary<Case> = fc.record({
  sample: fc.nat(1000),
  changes: fc.array(change, { minLength: 1, maxLength: 5 }),
})

/** The text that a case makes; every character is one byte if `sample` is made of bytes. */
export function changedText(samples: readonly string[], { sample, changes }: Case): string {
  return changes.reduce(apply, samples[sample % samples.length] ?? '')
}

function apply(text: string, change: Change): string {
  if (change.do === 'leaf') return withLeaf(text, change)
  if (change.do === 'whole') return repeated(change.text, change.times)
  const at = Math.floor(change.at * text.length)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  switch (change.do) {
    case 'cut':
      return before + after.slice(Math.ceil(change.share * after.length * change.share))
    case 'insert':
      return before + repeated(change.text, change.times) + after
    case 'repeat': {
      const part = after.slice(0, Math.ceil(change.share ** 3 * after.length))
      return before + repeated(part, change.times) + after
    }
    case 'swap': {
      const to = Math.floor(change.to * after.length)
      const length = Math.ceil(change.share * 40)
      return (
        before +
        after.slice(to, to + length) +
        after.slice(length, to) +
        after.slice(0, length) +
        after.slice(to + length)
      )
    }
    case 'nest':
      return before + repeated(change.begin, change.times) + after + repeated(change.end, change.times)
    case 'byte':
      return before + String.fromCharCode(change.byte) + after.slice(1)
  }
}

const repeated = (text: string, times: number): string =>
  text === ''
    ? ''
    : text.repeat(Math.max(1, Math.min(times, Math.floor(MOST_ADDED / text.length)))).slice(0, MOST_LENGTH)

/** JSON with one of its values replaced; any other text unchanged. */
function withLeaf(text: string, { at, value }: { at: number; value: string }): string {
  const values = [...text.slice(0, MOST_ADDED).matchAll(/(?<=[:[,]\s?)(?:"(?:[^"\\]|\\.)*"(?!\s*:)|[-\w.]+)/g)]
  const found = values[Math.floor(at * values.length)]
  return found ? text.slice(0, found.index) + value + text.slice(found.index + found[0].length) : text
}
