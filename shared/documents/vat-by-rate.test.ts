import { expect, test } from 'vitest'
import { readInvoice } from './invoice.ts'
import { anOddInvoice, type Shape, subtotal, taxTotal } from './odd-invoices.fixture.ts'
import { vatByRate } from './vat-by-rate.ts'

const vatOf = (shape: Shape) => {
  const document = readInvoice(anOddInvoice(shape))
  return document && vatByRate(document).map(({ percent, currency, vat }) => [percent, currency, vat])
}
const EURO = {
  currency: 'EUR',
  head: '<cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>',
}

test('W-06 one row a rate, in bani; rows of one rate are one', () => {
  const rows = subtotal('100.00', '21.00', 'S', '21.00') + subtotal('50.00', '5.50', 'S', '11')
  expect(vatOf({ taxTotals: taxTotal('26.50', rows) })).toEqual([
    ['21', 'RON', 2100],
    ['11', 'RON', 550],
  ])
  const twice = subtotal('100.00', '21.00', 'S', '21.00') + subtotal('10.00', '2.10', 'S', '21')
  expect(vatOf({ taxTotals: taxTotal('23.10', twice) })).toEqual([['21', 'RON', 2310]])
})

test('W-06 what is not subject to VAT has no rate, and a document without VAT counts as read', () => {
  expect(vatOf({ taxTotals: taxTotal('0.00', subtotal('100.00', '0.00', 'O', '0')) })).toEqual([['', 'RON', 0]])
  expect(vatOf({ taxTotals: '' })).toEqual([['', 'RON', 0]])
  expect(vatOf({ taxTotals: taxTotal('21,00', subtotal('100.00', '21,00', 'S', '21')) })).toEqual([])
})

test('W-06 storno: a credit note is turned round, an invoice with a minus is negative already', () => {
  expect(vatOf({ root: 'CreditNote' })).toEqual([['21', 'RON', -2100]])
  const sums = '<cbc:PayableAmount currencyID="RON">-121.00</cbc:PayableAmount>'
  expect(vatOf({ sums, taxTotals: taxTotal('-21.00', subtotal('-100.00', '-21.00', 'S', '21')) })).toEqual([
    ['21', 'RON', -2100],
  ])
})

test('W-06 the VAT in lei that an invoice in euro states counts, divided among its rates to the ban', () => {
  const rows = subtotal('100.00', '21.00', 'S', '21', '', 'EUR') + subtotal('50.00', '5.50', 'S', '11', '', 'EUR')
  const taxTotals = taxTotal('26.50', rows, 'EUR') + taxTotal('131.84', '', 'RON')
  expect(vatOf({ ...EURO, taxTotals })).toEqual([
    ['21', 'RON', 10_448],
    ['11', 'RON', 2736],
  ])
  expect(10_448 + 2736).toBe(13_184)
  expect(vatOf({ currency: 'EUR', taxTotals: taxTotal('26.50', rows, 'EUR') })).toEqual([
    ['21', 'EUR', 2100],
    ['11', 'EUR', 550],
  ])
})
