import { streamCsvRows } from 'hucre/csv'

/** A byte order mark tells the encoding (Unicode 16, 2.6). */
const MARKS: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** Separators of columns, the likeliest first: a comma is in names and amounts too. */
const SEPARATORS = ['\t', ';', '|', ','] as const
/** Rows by which a separator is judged. */
const JUDGED = 200
/** Line breaks in one cell above which a quote was none: it has swallowed the rest of the file. */
const BREAKS_IN_CELL = 20

/** The text of a file, by its bytes; undefined if they are no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes)
  const text = encoding === undefined ? withoutMark(bytes) : new TextDecoder(encoding).decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a binary file
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) || text.startsWith('%PDF-') ? undefined : text
}

function encodingOf(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]
  if (marked !== undefined) return marked
  // Digits and separators in UTF-16 have a zero as every second byte.
  const head = bytes.subarray(0, 1000)
  const zeros = (from: number) => head.filter((byte, at) => at % 2 === from && byte === 0).length
  if (bytes.length % 2 !== 0 || head.length < 2) return undefined
  if (zeros(1) > head.length / 4 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > head.length / 4 && zeros(1) === 0 ? 'utf-16be' : undefined
}

/** UTF-8 where it is that, else the code page of Romanian Windows. */
function withoutMark(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

export type TextRows = { format: 'text' | 'csv'; rows: string[][] }

/** The rows of a text: cells where a separator holds it together, else one cell a line. */
export function textRows(text: string): TextRows {
  const separator = SEPARATORS.find(one => isSeparator(text, one))
  if (separator === undefined) return { format: 'text', rows: text.split(/\r\n|\r|\n/).map(line => [line]) }
  const rows = [...cells(text, separator)]
  const isSwallowed = rows.some(row => row.some(cell => cell.split('\n', BREAKS_IN_CELL + 1).length > BREAKS_IN_CELL))
  return { format: 'csv', rows: isSwallowed ? [...cells(text, separator, true)] : rows }
}

function* cells(text: string, delimiter: string, fastMode = false, maxRows?: number): Generator<string[]> {
  const options = { delimiter, fastMode, skipBom: false, ...(maxRows === undefined ? {} : { maxRows }) }
  for (const row of streamCsvRows(text, options)) yield row.map(cell => String(cell ?? ''))
}

/** Whether most rows have the same number of columns by it, and more than one. */
function isSeparator(text: string, separator: string): boolean {
  const widths = [...cells(text, separator, false, JUDGED)]
    .filter(row => row.some(cell => cell.trim() !== ''))
    .map(row => row.length)
  const counts = Map.groupBy(widths, width => width)
  const [width = 1, same = []] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  return width > 1 && same.length >= widths.length * 0.6
}
