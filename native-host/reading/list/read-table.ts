import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { MAX_ROWS } from '../../../shared/protocol/registers/batches.ts'
import { isCommaGrouped, readCell } from './cell.ts'
import { checkWidth, ListBeyond, ListProblem } from './problem.ts'
import { decodeText, textRows } from './text.ts'
import { MAX_UNPACKED, workbookRows } from './workbook.ts'

/** `sheet`: the name of the sheet, in a workbook. */
export type Table = { format: 'text' | 'csv' | 'xlsx'; sheet?: string | undefined; rows: string[][] }

/** How many lines a text may have: more than rows, because lines may be empty or belong to one cell. */
const MAX_LINES = 10 * MAX_ROWS
const ZIP = [0x50, 0x4b]
/** A compound file: Excel's format until 2003, and workbooks with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * The cells of a file: text, CSV or XLSX, judged by its bytes; without the blank rows at the end. Of a workbook a sheet
 * with a `preferred` name, folded, comes first. Throws `list-unreadable`, `list-no-text`, `list-old-excel`,
 * `list-empty`, `list-too-long`, `list-unpacks-too-large` or `list-dtd`.
 */
export async function readTable(bytes: Uint8Array, fileName: string, preferred?: RegExp): Promise<Table> {
  const table = await tableOf(bytes, fileName, preferred).catch(error => {
    if (error instanceof ListBeyond) throw beyond(error, fileName)
    if (!(error instanceof ListProblem)) throw error
    throw new RecipisaError('list-unreadable', { fileName, problem: error.message }, { cause: error })
  })
  while (table.rows.length > 0 && isBlank(table.rows.at(-1))) table.rows.pop()
  if (table.rows.length === 0) throw new RecipisaError('list-empty', { fileName })
  return table
}

function beyond({ what }: ListBeyond, fileName: string): RecipisaError {
  if (what === 'dtd') return new RecipisaError('list-dtd', { fileName })
  return new RecipisaError('list-unpacks-too-large', { fileName, most: MAX_UNPACKED / 1_000_000 })
}

async function tableOf(bytes: Uint8Array, fileName: string, preferred: RegExp | undefined): Promise<Table> {
  const startsWith = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)
  if (startsWith(COMPOUND)) throw new RecipisaError('list-old-excel', { fileName })
  if (startsWith(ZIP)) return { format: 'xlsx', ...(await workbookRows(bytes, preferred)) }
  const text = decodeText(bytes)
  if (text === undefined) throw new RecipisaError('list-no-text', { fileName })
  const lines = countLines(text)
  if (lines > MAX_LINES) throw new RecipisaError('list-too-long', { fileName, rows: lines, most: MAX_ROWS })
  const { format, rows } = textRows(text)
  const line = inOneLine(rows)
  if (line) return line
  checkWidth(rows.reduce((most, row) => Math.max(most, row.length), 0))
  return { format, rows }
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** A list of CUIs side by side in one line, separated by commas or spaces. */
function inOneLine(rows: readonly string[][]): { format: 'text'; rows: string[][] } | undefined {
  const filled = rows.filter(row => !isBlank(row))
  const [cells = []] = filled
  if (filled.length !== 1) return undefined
  const separated = cells.flatMap(cell => (isCommaGrouped(cell) ? [cell] : cell.split(/[,;|\t]/)))
  // Numbers may follow each other with only a space between; the space after a prefix belongs to the number.
  const parts = separated.flatMap(part => part.trim().split(/(?<=\d)\s+(?=RO|\d)/i))
  const readings = parts.map(part => readCell(part))
  const areCuis =
    parts.length > 1 && readings.every(({ cui, problem }) => (cui?.length ?? 0) > 3 || problem === 'empty')
  return areCuis ? { format: 'text', rows: parts.map(part => [part]) } : undefined
}

export function isBlank(row: readonly string[] | undefined): boolean {
  return row === undefined || row.every(cell => cell.trim() === '')
}
