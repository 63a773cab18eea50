import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { sha256 } from '../../authority/journal.ts'
import type { Random } from '../../authority/world/random.ts'
import type { Office } from '../../contract/support/office.ts'

/** Companies of the office; the third is nobody's CUI, and an invoice to it is found to have errors. */
export const [OWN, BUYER, NOBODY] = ['14399840', '34878414', '34878415'] as const

/** A file given to the program for upload. */
export type Filing = { path: string; bytes: Buffer; sha256: string }

let numbers = 0

/**
 * Invents files to upload together. Some have errors; some are two versions of one invoice, with the same number, day,
 * parties and sum.
 */
export function inventFilings({ dataDir }: Office, random: Random): Filing[] {
  const count = random.between(1, 3)
  const buyer = random.next() < 0.15 ? NOBODY : BUYER
  const areVersions = count > 1 && random.next() < 0.3
  return Array.from({ length: count }, (_, version) => {
    if (!areVersions || version === 0) numbers += 1
    const xml = sampleXml({ seller: OWN, buyer, number: `K-${numbers}`, seed: numbers })
    const bytes = Buffer.from(areVersions ? `${xml}<!-- ${version} -->\n` : xml)
    const path = join(dataDir, `factura-${numbers}-${version}.xml`)
    writeFileSync(path, bytes)
    return { path, bytes, sha256: sha256(bytes) }
  })
}

/** The error in the program's report of a filing, compared with the authority's; undefined if it is true. */
export function untruth({ authority }: Office, filing: Filing, rows: readonly Upload[]): string | undefined {
  const arrived = authority.uploadsOf(filing.sha256)
  const [first] = arrived
  if (arrived.length > 1) return `filed ${arrived.length} times`
  const open = rows.filter(({ state }) => state !== 'not-sent')
  if (open.length > 1) return 'two rows that may have been sent'
  const [row] = open
  if (!first) {
    if (!row || row.state === 'unknown') return undefined
    return `it never arrived and is called ${row.state}`
  }
  if (!row) return rows.length === 0 ? 'it arrived and its row is lost' : 'it arrived and is called not sent'
  const { outcome, uploadIndex } = first
  // An errors file names no document, so a lost answer of that kind stays unknown.
  if (outcome !== 'ok' && row.state === 'unknown') return undefined
  const state = outcome === 'rejected' ? 'not-taken' : outcome
  if (row.state === state && row.uploadIndex === uploadIndex) return undefined
  return `it is ${state} with index ${uploadIndex} and is called ${row.state} with index ${row.uploadIndex}`
}
