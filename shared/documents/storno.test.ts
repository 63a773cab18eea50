import { expect, test } from 'vitest'
import type { InvoiceSummary } from '../protocol/invoices/invoices.ts'
import { signedAmount } from './storno.ts'

const SUMMARY: InvoiceSummary = {
  number: 'F-1',
  issueDate: null,
  sellerName: null,
  sellerCui: null,
  buyerName: null,
  buyerCui: null,
  payableAmount: null,
  currency: 'RON',
}

test.each([
  ['invoice', '121.00', '121.00'],
  ['invoice', '-121.00', '-121.00'],
  ['credit-note', '121.00', '-121.00'],
  ['credit-note', '-121.00', '121.00'],
  ['credit-note', '0.00', '0.00'],
  ['credit-note', null, null],
] as const)('W-01 the amount of an %s over %s counts as %s, in lists as in sums', (type, payableAmount, signed) => {
  expect(signedAmount({ ...SUMMARY, type, payableAmount })).toBe(signed)
})
