import { describe, expect, test } from 'vitest'
import { en } from './en.ts'
import { ro } from './ro.ts'
import { translate } from './translate.ts'

describe('U-07 plurals', () => {
  test.each([
    [0, '0 facturi noi'],
    [1, '1 factură nouă'],
    [2, '2 facturi noi'],
    [19, '19 facturi noi'],
    [20, '20 de facturi noi'],
    [101, '101 facturi noi'],
    [120, '120 de facturi noi'],
    [1152, '1.152 de facturi noi'],
  ])('U-07 Romanian: %i gives "%s"', (n, words) => {
    expect(translate('ro', 'new-invoices', { n })).toBe(words)
  })

  test.each([
    [1, '1 new invoice'],
    [2, '2 new invoices'],
    [1152, '1,152 new invoices'],
  ])('U-07 English: %i gives "%s"', (n, words) => {
    expect(translate('en', 'new-invoices', { n })).toBe(words)
  })
})

test('Romanian uses comma below, never cedilla', () => {
  expect(JSON.stringify(ro)).not.toMatch(/[şţŞŢ]/)
})

test('every phrase quotes the same values in both languages', () => {
  const quoted = (phrase: unknown) => [...new Set(JSON.stringify(phrase).match(/\{\w+\}/g))].sort()
  for (const key of Object.keys(ro) as (keyof typeof ro)[]) {
    // A plural's single form may spell its number out.
    expect(quoted(en[key]), key).toEqual(quoted(ro[key]))
  }
})
