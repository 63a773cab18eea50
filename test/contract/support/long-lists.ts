import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { streamCsvRows } from 'hucre/csv'
import { expect } from 'vitest'
import { withCheckDigit } from '../../authority/world/companies.ts'
import { withPeak } from '../../support/peak-memory.ts'
import { startCommand } from './host.ts'
import type { Office } from './office.ts'

/** This many CUIs with their check digit. */
export const many = (count: number) => Array.from({ length: count }, (_, n) => withCheckDigit(String(200_000 + n)))

/** Runs the shipped program, which must succeed silently; returns its peak memory, MB. */
export async function peakOf(office: Office, args: readonly string[]): Promise<number> {
  const { code, stderr, peak } = await withPeak(startCommand(args, office.env))
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(peak).toBeGreaterThan(0)
  return peak
}

/** Looks up the companies of a list, each of which must be in the result; returns the peak memory, MB. */
export async function lookUpList(office: Office, cuis: readonly string[]): Promise<number> {
  mkdirSync(office.dataDir, { recursive: true })
  const [list, output] = [join(office.dataDir, 'lista.csv'), join(office.dataDir, 'rezultat.csv')]
  const lines = cuis.map((cui, n) => `${n + 1};Firma numărul ${n + 1} S.R.L.;Str. Lungă nr. ${n};RO ${cui}`)
  writeFileSync(list, ['Nr;Denumire;Adresă;CUI', ...lines].join('\r\n'))
  const peak = await peakOf(office, ['companies', 'lookup', '--file', list, '--output', output])
  const [, ...rows] = streamCsvRows(readFileSync(output, 'utf8'), { delimiter: ';' })
  expect(rows.map(row => row[4])).toEqual(cuis)
  return peak
}
