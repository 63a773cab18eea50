import { unzipSync } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'
import { hasValidCheckDigit } from '../../../shared/cui.ts'
import { MAX_ROWS } from '../../../shared/protocol/batches.ts'
import { readCell } from './cell.ts'
import { checkWidth, ListProblem } from './problem.ts'

/** Sheets that are looked through for one that holds something. */
const SHEETS = 20
/** Largest parts of a workbook that are unpacked, bytes: texts that rows share are held in memory as a whole, rows are not. */
const MAX_SHARED = 64_000_000
const MAX_PART = 1_000_000_000
/**
 * The rows of the first sheet that holds CUIs, else of the first that holds anything; gaps filled, at most one more than
 * a list may have.
 */
export async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  checkParts(bytes)
  let filled: string[][] = []
  for (let sheet = 0; sheet < SHEETS; sheet++) {
    const rows = await sheetRows(bytes, sheet).catch(error => {
      if (filled.length > 0 && error instanceof ListProblem) return undefined // of a sheet that need not be the list
      throw error
    })
    if (rows === undefined) break
    if (rows.some(row => row.some(isSurelyCui))) return rows
    if (filled.length === 0) filled = rows
  }
  return filled
}

/** Years and quantities look like a CUI at times. */
function isSurelyCui(cell: string): boolean {
  const { cui } = readCell(cell)
  return cui !== null && cui.length > 4 && hasValidCheckDigit(cui)
}

/** Undefined if there is no such sheet. */
async function sheetRows(bytes: Uint8Array, sheet: number): Promise<string[][] | undefined> {
  const rows: string[][] = []
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: MAX_ROWS + 2 })) {
      const row = values.map(cellText)
      row.length = 1 + row.findLastIndex(cell => cell.trim() !== '')
      checkWidth(row.length)
      // Rows without content are not in the file, or are there for their looks: they count when another follows.
      if (row.length === 0) continue
      if (index > MAX_ROWS + 1) throw new ListProblem(`content beyond row ${MAX_ROWS + 1}`)
      while (rows.length < index) rows.push([])
      rows.push(row)
    }
  } catch (error) {
    if (error instanceof ListProblem) throw error
    // The library's way to say that there are no more sheets is an error like any other.
    if (sheet > 0) return undefined
    throw new ListProblem(error instanceof Error ? error.message : String(error), { cause: error })
  }
  return rows
}

function cellText(value: string | number | boolean | Date | null): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '')
  if (typeof value === 'boolean') return value ? 'DA' : 'NU'
  return String(value)
}

/** By what the ZIP's own table says, before anything is unpacked. */
function checkParts(bytes: Uint8Array): void {
  let hasWorkbook = false
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        const most = /sharedStrings/i.test(name) ? MAX_SHARED : MAX_PART
        if (originalSize > most) throw new ListProblem(`${name} is larger than ${most} bytes`)
        hasWorkbook ||= name.startsWith('xl/')
        return false
      },
    })
  } catch (error) {
    if (error instanceof ListProblem) throw error
    throw new ListProblem('it is no whole ZIP', { cause: error })
  }
  if (!hasWorkbook) throw new ListProblem('there is no workbook in it')
}
