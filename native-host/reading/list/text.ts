import { streamCsvRows } from 'hucre/csv'
import { isCommaGrouped } from './cell.ts'
import { ListProblem } from './problem.ts'

/** A byte order mark reveals the encoding (Unicode 16, 2.6). */
const MARKS: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** Separators of columns, the likeliest first; the comma is last because names and amounts contain it too. */
const SEPARATORS = ['\t', ';', '|', ','] as const
/** How many rows, and how many characters of the beginning, to read for judging a separator. */
const JUDGED = 200
const MAX_JUDGED = 200_000
/** How many line breaks a cell may have; with more, a stray quote has swallowed the rest of the file. */
const MAX_BREAKS_IN_CELL = 20
/** Longest line to read, characters: enough for as many CUIs as a list may have. */
const MAX_LINE = 2_000_000

/** The text of a file; undefined if its bytes are not text. */
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

/** Decodes valid UTF-8, and anything else in the code page of Romanian Windows. */
function withoutMark(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

export type TextRows = { format: 'text' | 'csv'; rows: string[][] }

/** The line before the head by which a spreadsheet names its separator. */
const SEPARATOR_LINE = /^sep=([;,|\t])(?=\r?\n)/i
const LINE_END = /\r\n|\r|\n/

/** The rows of a text, with cells if it has a separator, else with one cell per line. */
export function textRows(text: string): TextRows {
  const lines = text.split(LINE_END)
  if (lines.some(({ length }) => length > MAX_LINE)) throw new ListProblem(`a line of more than ${MAX_LINE} characters`)
  const named = SEPARATOR_LINE.exec(text)?.[1]
  if (named !== undefined) return { format: 'csv', rows: wholeCells(text.slice('sep=;'.length), named) }
  const head = text.slice(0, MAX_JUDGED)
  const separator = SEPARATORS.find(one => isSeparator(head, one))
  if (separator === undefined) return { format: 'text', rows: lines.map(line => [unquoted(line)]) }
  return { format: 'csv', rows: wholeCells(text, separator) }
}

/** Cells split by their quotes, or by lines if an unclosed quote has swallowed rows. */
function wholeCells(text: string, separator: string): string[][] {
  const rows = [...cells(text, separator)]
  const isUnclosed = text.split('"').length % 2 === 0
  const most = isUnclosed ? 1 : MAX_BREAKS_IN_CELL
  const isSwallowed = rows.some(row => row.some(cell => cell.split('\n', most + 1).length > most))
  return isSwallowed ? [...cells(text, separator, true)].map(row => row.map(unquoted)) : rows
}

/** A cell without the quotes around it. */
function unquoted(cell: string): string {
  const inner = /^\s*"(.*)"\s*$/.exec(cell)?.[1]
  return inner === undefined ? cell : inner.replaceAll('""', '"')
}

function* cells(text: string, delimiter: string, fastMode = false, maxRows?: number): Generator<string[]> {
  const options = { delimiter, fastMode, skipBom: false, ...(maxRows === undefined ? {} : { maxRows }) }
  for (const row of streamCsvRows(text, options)) yield row.map(cell => String(cell ?? ''))
}

/** Whether the separator gives most rows the same number of columns, and more than one. */
function isSeparator(text: string, separator: string): boolean {
  const widths = [...cells(text, separator, false, JUDGED)]
    .filter(row => row.some(cell => cell.trim() !== ''))
    .map(row => (isCommaGrouped(row.join(separator)) ? 1 : row.length))
  const counts = Map.groupBy(widths, width => width)
  const [width = 1, same = []] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  return width > 1 && same.length >= widths.length * 0.6
}
