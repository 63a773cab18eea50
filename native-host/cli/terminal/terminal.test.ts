import { expect, test } from 'vitest'
import { amount, moment } from './format.ts'
import { facts, jsonLine, localeOf, plain, table } from './terminal.ts'

test('the language follows LC_ALL, then LC_MESSAGES, then LANG', () => {
  expect(localeOf({ LANG: 'ro_RO.UTF-8' })).toBe('ro')
  expect(localeOf({ LC_ALL: 'en_US.UTF-8', LANG: 'ro_RO.UTF-8' })).toBe('en')
  expect(localeOf({ LC_MESSAGES: 'ro', LANG: 'C' })).toBe('ro')
  expect(localeOf({})).toBe('en')
  expect(localeOf({ LANG: 'rom_XX' })).toBe('en')
})

test('columns are aligned, numbers to the right, by letters and not bytes', () => {
  expect(
    table(
      ['CUI', 'Denumire', 'Noi'],
      [
        ['14399840', 'Țiglă & Fii', '7'],
        ['2', 'x', '1200'],
      ],
      [2],
    ),
  ).toBe(
    [
      'CUI       Denumire      Noi',
      '────────  ───────────  ────',
      '14399840  Țiglă & Fii     7',
      '2         x            1200',
    ].join('\n'),
  )
  expect(
    facts([
      ['a', '1'],
      ['long', '2'],
    ]),
  ).toBe('a     1\nlong  2')
})

test('text of others cannot move the cursor or turn a line: its controls are shown as signs', () => {
  expect(table(['n'], [['a\u001b[2Jb\r\nc']])).toBe('n\n───────────────\na[U+001B][2Jb c')
  expect(table(['n'], [['factura\u202efdp.exe']])).toContain('factura[U+202E]fdp.exe')
  expect(facts([['Nume', 'ȘTEFĂNEȘTI\u2066 S.R.L.\u2029']])).toBe('Nume  ȘTEFĂNEȘTI[U+2066] S.R.L.[U+2029]')
  expect(plain('un rând\r\n\tal doilea\rpeste \u009b2J\u200f')).toBe(
    'un rând\n\tal doilea[U+000D]peste [U+009B]2J[U+200F]',
  )
})

test('JSON has the same controls as escapes', () => {
  const value = { name: 'factura\u202efdp.exe \u009b \u{e0041} ș' }
  const line = jsonLine(value)
  expect(line).toBe('{"name":"factura\\u202efdp.exe \\u009b \\udb40\\udc41 ș"}')
  expect(JSON.parse(line)).toEqual(value)
})

test('moments are shown in Romania’s time, amounts to the cent', () => {
  expect(moment(Date.UTC(2026, 10, 20, 22, 30), 'ro')).toMatch(/21 nov\. 2026.*00:30/)
  expect(moment(null, 'en')).toBe('–')
  expect(amount('1234567890123456.78', 'RON', 'ro')).toBe('1.234.567.890.123.456,78 RON')
  expect(amount('12.5', null, 'en')).toBe('12.50')
  expect(amount('n/a', 'EUR', 'en')).toBe('n/a EUR')
  expect(amount(null, 'EUR', 'en')).toBe('–')
})
