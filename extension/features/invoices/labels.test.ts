import { expect, test } from 'vitest'
import { invoiceItemOf } from './invoices.fixture.ts'
import { counterpartOf, numberOf, stateOf } from './labels.ts'

const item = invoiceItemOf()
const invoice = {
  number: 'FCT-1',
  issueDate: null,
  sellerName: 'ROMTEST SRL',
  sellerCui: 'RO9010105',
  buyerName: 'ACME SRL',
  buyerCui: 'RO14399840',
  payableAmount: null,
  currency: null,
}

test('the counterpart is the seller of a received invoice and the buyer of a sent one', () => {
  expect(counterpartOf({ ...item, invoice })).toBe('ROMTEST SRL')
  expect(counterpartOf({ ...item, cui: '9010105', invoice })).toBe('ACME SRL')
})

test('without the XML the list’s own data are shown', () => {
  expect(counterpartOf(item)).toBe('CUI 9010105')
  expect(counterpartOf({ ...item, sellerCui: null, buyerCui: null })).toBeUndefined()
  expect(numberOf(item)).toBe('5001')
})

test('expired comes before errors, errors before archived', () => {
  expect(stateOf({ kind: 'errors', state: 'expired' }).word).toBe('state-expired-word')
  expect(stateOf({ kind: 'errors', state: 'archived' }).word).toBe('kind-errors')
  const undescribed = { code: 'unexpected-answer', message: 'too much in it', details: {} } as const
  expect(stateOf({ kind: 'received', state: 'archived', undescribed }).text).toBe('state-undescribed')
  expect(stateOf({ kind: 'other', state: 'archived' })).toMatchObject({ word: 'state-archived', tone: 'good' })
})
