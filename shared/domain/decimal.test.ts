import { expect, test } from 'vitest'
import { divideDecimals, formatDecimal, multiplyDecimals, parseDecimal, roundDecimal } from './decimal.ts'

const amount = (text: string): bigint => parseDecimal(text) ?? -1n

test('amounts are read and written exactly, with at least two digits after the point', () => {
  for (const [text, written] of [
    ['0.1', '0.10'],
    ['-1234.5', '-1234.50'],
    ['+7', '7.00'],
    ['.25', '0.25'],
    ['33.3333', '33.3333'],
    ['0.123456789', '0.12345679'],
    ['-0.00', '0.00'],
    ['999999999999999.99', '999999999999999.99'],
  ] as const)
    expect(formatDecimal(amount(text))).toBe(written)
  expect(formatDecimal(amount('0.1') + amount('0.2'))).toBe('0.30')
  expect(formatDecimal(amount('21.00'), 0)).toBe('21')
})

test('a text that is no xs:decimal is none', () => {
  for (const text of ['', '.', '-', '1,5', '1e3', 'NaN', '1 000', '12345678901234567890'])
    expect(parseDecimal(text)).toBeUndefined()
})

test('products, quotients and roundings go half away from zero', () => {
  expect(formatDecimal(multiplyDecimals(amount('33.3333'), amount('3')))).toBe('99.9999')
  expect(formatDecimal(roundDecimal(amount('2.345')))).toBe('2.35')
  expect(formatDecimal(roundDecimal(amount('-2.345')))).toBe('-2.35')
  expect(formatDecimal(roundDecimal(amount('-2.344')))).toBe('-2.34')
  expect(formatDecimal(divideDecimals(amount('213.57'), amount('42')) ?? 0n, 4)).toBe('5.0850')
  expect(divideDecimals(1n, 0n)).toBeUndefined()
})
