import { zipSync } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'
import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { MAX_ROWS } from '../../../shared/protocol/registers/batches.ts'
import { fold } from '../../../shared/text/fold.ts'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'
import { childrenOf, descend, parseXml } from '../../../shared/xml/xml.ts'
import { holdsDtd } from '../../../shared/xml/xml-scan.ts'
import { readEntries, unpackEntry } from '../zip-entries.ts'
import { readCell } from './cell.ts'
import { checkWidth, ListBeyond, ListProblem } from './problem.ts'

/** How many sheets to search for content. */
const SHEETS = 20
/** Largest shared part of a workbook, bytes: memory holds all texts that rows share. */
const MAX_SHARED = 64_000_000
/** How many bytes all parts of a workbook may unpack to, and how many parts it may have. */
export const MAX_UNPACKED = 200_000_000
const MAX_PARTS = 10_000
/** Longest name of a sheet to show, characters. */
const MAX_NAME = 100

/** `name`: undefined if it is not known whether there is such a sheet. */
type Sheet = { at: number; name: string | undefined }
type SheetRows = { sheet: Sheet['name']; rows: string[][] }

/**
 * The rows of the first sheet with CUIs, else of the first sheet with content; sheets with a `preferred` name are
 * searched before the others. Gaps are filled, and there is at most one row more than a list may have.
 */
export async function workbookRows(packed: Uint8Array, preferred?: RegExp): Promise<SheetRows> {
  const { workbook, names } = unpacked(packed)
  const sheets = Array.from({ length: SHEETS }, (_, at) => ({ at, name: names[at]?.slice(0, MAX_NAME) }))
  const own = sheets.filter(({ name }) => name !== undefined && preferred?.test(fold(name)))
  const found = await firstOf(workbook, own)
  return found.rows.length > 0 ? found : firstOf(workbook, sheets)
}

async function firstOf(workbook: Uint8Array, sheets: readonly Sheet[]): Promise<SheetRows> {
  let filled: SheetRows = { sheet: undefined, rows: [] }
  for (const { at, name } of sheets) {
    const rows = await sheetRows(workbook, at).catch(error => {
      if (filled.rows.length > 0 && error instanceof ListProblem) return undefined // a later sheet may be something else
      throw error
    })
    if (rows === undefined && name !== undefined) continue // a chart
    if (rows === undefined) break
    if (rows.some(row => row.some(isSurelyCui))) return { sheet: name, rows }
    if (filled.rows.length === 0) filled = { sheet: name, rows }
  }
  return filled
}

/** Whether the cell is a CUI for certain: years and quantities sometimes look like one. */
function isSurelyCui(cell: string): boolean {
  const { cui } = readCell(cell)
  return cui !== null && cui.length > 4 && hasValidCheckDigit(cui)
}

/** The rows of a sheet; undefined if there is no such sheet. */
async function sheetRows(bytes: Uint8Array, sheet: number): Promise<string[][] | undefined> {
  const rows: string[][] = []
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: MAX_ROWS + 2 })) {
      const row = values.map(cellText)
      row.length = 1 + row.findLastIndex(cell => cell.trim() !== '')
      checkWidth(row.length)
      // Rows without content count only if a row with content follows.
      if (row.length === 0) continue
      if (index > MAX_ROWS + 1) throw new ListProblem(`content beyond row ${MAX_ROWS + 1}`)
      while (rows.length < index) rows.push([])
      rows.push(row)
    }
  } catch (error) {
    if (error instanceof ListProblem) throw error
    // The library reports a missing sheet with an ordinary error.
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

/**
 * The workbook with only its XML parts, unpacked, so that the library gets exactly the measured bytes, whatever the
 * file claims. Throws ListBeyond (`unpacks-too-large`, `dtd`) and ListProblem.
 */
function unpacked(bytes: Uint8Array): { workbook: Uint8Array; names: string[] } {
  const entries = readEntries(bytes, MAX_PARTS)
  if (!entries) throw new ListProblem('it is no whole ZIP')
  if (!entries.some(({ name }) => name.startsWith('xl/'))) throw new ListProblem('there is no workbook in it')
  let room = MAX_UNPACKED
  const parts: Record<string, Uint8Array> = Object.create(null)
  for (const entry of entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name))) {
    const part = unpackEntry(bytes, entry, room)
    if (part === 'damaged') throw new ListProblem(`${entry.name.slice(0, 100)} is damaged`)
    if (part === 'beyond') throw new ListBeyond('unpacks-too-large')
    if (/sharedStrings/i.test(entry.name) && part.length > MAX_SHARED)
      throw new ListProblem(`${entry.name.slice(0, 100)} is larger than ${MAX_SHARED} bytes`)
    if (holdsDtd(markupOf(part))) throw new ListBeyond('dtd')
    room -= part.length
    parts[entry.name] = part
  }
  return { workbook: zipSync(parts, { level: 0 }), names: sheetNames(parts['xl/workbook.xml']) }
}

/** The names of the sheets in their order; none if the workbook keeps them elsewhere. */
function sheetNames(part: Uint8Array | undefined): string[] {
  const sheets = childrenOf(descend(part && parseXml(part), 'sheets'), 'sheet')
  return sheets.flatMap(({ attributes }) => attributes.get('name') ?? [])
}

/** The part as text with recognisable markup, even if other letters come out wrong. */
function markupOf(part: Uint8Array): string {
  const isWide = (part[0] === 0xff && part[1] === 0xfe) || (part[0] === 0xfe && part[1] === 0xff)
  return isWide ? decodeXml(part) : Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1')
}
