import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { streamCsvRows } from 'hucre/csv'

/** Whether this machine has no LibreOffice (scripts/system-packages.mjs). */
export const noSpreadsheet = (process.env.RECIPISA_MISSING ?? '').split(' ').includes('spreadsheets')

/** All sheets as CSV: semicolons, quotes, UTF-8. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false,false,false,-1'

/** A CSV opened as in Romania: semicolons, quotes, UTF-8, numbers and dates in the local format. */
const ROMANIAN_CSV = ['--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1048,false,true']

/**
 * Opens a workbook, or a CSV, in headless LibreOffice; returns the cells of each sheet. Throws if LibreOffice
 * fails or prints a warning.
 */
export async function openWorkbook(
  bytes: Uint8Array,
  folder: string,
  ending: 'xlsx' | 'csv' = 'xlsx',
): Promise<Map<string, string[][]>> {
  const own = mkdtempSync(join(folder, 'calc-'))
  try {
    const book = join(own, `book.${ending}`)
    writeFileSync(book, bytes)
    const args = [`-env:UserInstallation=file://${own}/profile`, '--headless', '--convert-to', AS_CSV]
    if (ending === 'csv') args.push(...ROMANIAN_CSV)
    const office = spawn('soffice', [...args, '--outdir', join(own, 'csv'), book], {
      env: { PATH: process.env.PATH, HOME: own, LANG: 'C.UTF-8' },
    })
    let said = ''
    office.stderr.on('data', chunk => {
      said += chunk
    })
    const [code] = await once(office, 'close')
    // About macros, not about the file: the headless package comes without Java.
    const warnings = said.replace(/^Warning: failed to launch javaldx.*\n?/m, '').trim()
    if (code !== 0 || warnings !== '') throw new Error(`soffice ended with ${code}: ${said}`)
    return new Map(readdirSync(join(own, 'csv')).map(name => [sheetName(name), rowsOf(join(own, 'csv', name))]))
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

const sheetName = (file: string): string => file.replace(/^book-/, '').replace(/\.csv$/, '')

function rowsOf(path: string): string[][] {
  const rows = streamCsvRows(readFileSync(path, 'utf8'), { delimiter: ';', skipBom: false })
  return [...rows].map(row => row.map(cell => String(cell ?? '')))
}
