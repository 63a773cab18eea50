import { expect, test } from 'vitest'
import { hasValidCheckDigit, normalizeCode, normalizeCui, withoutCountry } from './cui.ts'

test('P-08 a CUI is read as people write it', () => {
  for (const text of [
    '14399840',
    'RO14399840',
    'ro 14399840',
    'RO-14399840',
    'RO.: 14399840',
    '14.399.840',
    '14 399 840',
    '0014399840',
    ' 14399840\u200b',
  ])
    expect(normalizeCui(text), text).toBe('14399840')
  for (const text of [
    '',
    'RO',
    '1',
    '0',
    '007',
    '12345678901',
    '1439a840',
    '14399840.0',
    '1439.9840',
    'ROO14399840',
    '14-399-840',
  ])
    expect(normalizeCui(text), text).toBeUndefined()
  expect(normalizeCui('12')).toBe('12')
})

test('the country’s letters are taken off a number, and off nothing else', () => {
  expect(withoutCountry('RO 14399840')).toBe('14399840')
  expect(withoutCountry('xRO 14399840')).toBe('xRO 14399840')
})

test('the code of a person has 13 digits', () => {
  expect(normalizeCode('RO 14399840')).toBe('14399840')
  expect(normalizeCode(' 1900101410011 ')).toBe('1900101410011')
  for (const text of ['19001014100', '19001014100112', 'x1900101410011', '1900101410011x'])
    expect(normalizeCode(text), text).toBeUndefined()
})

test('P-08 the check digit is the weighted sum of the others', () => {
  for (const cui of ['14399840', '8609468', '1590082', '12345674']) expect(hasValidCheckDigit(cui), cui).toBe(true)
  for (const cui of ['14399841', '8609469', '12345678', '1', '', '12345678901', '1439984x', 'x14399840'])
    expect(hasValidCheckDigit(cui), cui).toBe(false)
})
