import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { readCell } from './cell.ts'

/** The names of a CUI in heads, folded and without punctuation. */
export const CODE =
  '(cui|cif|cui cif|cif cui|cod(ul)? fiscal|cod fiscal (cui|cif)|cod unic( de inregistrare)?|cod (de )?(inregistrare|inreg|identificare) fiscala?|cod tva|vat|vat (no|nr|id|number|code)|fiscal code|tax id)( (sau )?cnp)?'

/** Heads of a column of CUIs. */
const HEADS = new RegExp(`^${CODE}( (furnizor|client|partener|firma|societate))?$`)
/** How many rows with content to search for the head: titles may come first. */
const MAX_TITLES = 10
/** How many rows to read for judging a column. */
const JUDGED = 2000

export type Columns = {
  /** The heads of the columns, or `A`, `B`… */
  names: string[]
  /** Index of the column that holds the CUI. */
  column: number
  hasHead: boolean
  /** Index of the first row below the head and the titles above it. */
  start: number
}

/**
 * Finds the column of the CUIs, unless the caller names it: the one with a matching head, else the one with the most
 * CUIs with a correct check digit, else the one with the most texts that look like a CUI.
 */
export function findColumns(rows: readonly (readonly string[])[], given: number | undefined): Columns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const at = headAt(rows)
  const first = rows[at] ?? []
  const named = first.findIndex(isHead)
  const column = given !== undefined && given < width ? given : named >= 0 ? named : likeliest(rows, width)
  const hasHead = named >= 0 || looksLikeHead(first, rows, column, width)
  const names = Array.from({ length: width }, (_, n) => (hasHead && first[n]?.trim()) || letter(n))
  return { names, column, hasHead, start: hasHead ? at + 1 : 0 }
}

/** Index of the head: below titles without a CUI, else the first row with content. */
function headAt(rows: readonly (readonly string[])[]): number {
  const filled = rows.flatMap((row, at) => (row.some(cell => cell.trim() !== '') ? [at] : [])).slice(0, MAX_TITLES)
  const head = filled.find(at => rows[at]?.some(isHead))
  const column = rows[head ?? 0]?.findIndex(isHead) ?? -1
  const hasCuisAbove = filled.some(at => at < (head ?? 0) && readCell(rows[at]?.[column] ?? '').cui !== null)
  return (hasCuisAbove ? undefined : head) ?? filled[0] ?? 0
}

/** Whether a cell is the head of a column of CUIs. */
function isHead(cell: string): boolean {
  return HEADS.test(plainHead(cell))
}

/** A head without case, marks and punctuation, as separate words: `CodFiscal` is `cod fiscal`. */
export function plainHead(cell: string): string {
  return cell
    .trim()
    .slice(0, 100)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Whether the first row of a table has no digit at all and is above a column of CUIs. */
function looksLikeHead(first: readonly string[], rows: readonly (readonly string[])[], column: number, width: number) {
  if (width < 2 || first.some(cell => /\d/.test(cell)) || (first[column] ?? '').trim() === '') return false
  return rows.some(row => row !== first && readCell(row[column] ?? '').cui !== null)
}

function likeliest(rows: readonly (readonly string[])[], width: number): number {
  const scores = Array.from({ length: width }, () => 0)
  for (const row of rows.slice(0, JUDGED))
    row.forEach((cell, n) => {
      const { cui } = readCell(cell)
      // One check digit in eleven is correct by chance, and small numbers (quantities, row numbers) often look like a CUI.
      if (cui !== null) scores[n] = (scores[n] ?? 0) + (hasValidCheckDigit(cui) ? (cui.length > 4 ? 100 : 10) : 1)
    })
  return Math.max(0, scores.indexOf(Math.max(...scores)))
}

/** `A`, `B`, …, `Z`, `AA`, as spreadsheets name columns. */
export function letter(n: number): string {
  return n < 26 ? String.fromCharCode(65 + n) : letter(Math.floor(n / 26) - 1) + letter(n % 26)
}
