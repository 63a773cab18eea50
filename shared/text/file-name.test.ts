import { expect, test } from 'vitest'
import { fileNameFrom } from './file-name.ts'

test('a file’s name has no invisible characters, and its visible extension is its real one', () => {
  expect(fileNameFrom('factura\u202efdp.exe')).toBe('facturafdp.exe')
  expect(fileNameFrom('\u2066D300\u2069\u200b.pdf\u200f')).toBe('D300.pdf')
  expect(fileNameFrom('a\u0000\u001b[2J\nb.pdf')).toBe('a[2Jb.pdf')
})

test('it names a file in this folder, on any system', () => {
  expect(fileNameFrom('../../.bashrc')).toBe('_.._.bashrc')
  expect(fileNameFrom('C:\\Users\\Ana\\x.pdf')).toBe('C_Users_Ana_x.pdf')
  expect(fileNameFrom('.hidden')).toBe('hidden')
  expect(fileNameFrom('nul.pdf')).toBe('_nul.pdf')
  for (const nothing of ['', '..', ' . ', '\u202e']) expect(fileNameFrom(nothing)).toBe('document')
})

test('a long name is cut before its extension, in whole characters', () => {
  const name = fileNameFrom(`${'ș'.repeat(300)}.pdf`)
  expect(name).toMatch(/^ș+\.pdf$/)
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
})

test('usual names stay as they are', () => {
  for (const name of [
    '2026-11-20_FCT-1001_ROMTEST-SRL_3001474425.zip',
    'Declarație noiembrie (1).pdf',
    'Ţiglă & Şura.xml',
  ])
    expect(fileNameFrom(name)).toBe(name)
})
