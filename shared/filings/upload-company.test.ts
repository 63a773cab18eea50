import { expect, test } from 'vitest'
import { uploadCompany, uploadCui } from './upload-company.ts'

const [SELLER, BUYER] = ['14399840', '34878414']
const PARTIES = { sellerName: 'Vânzător SRL', sellerCui: SELLER, buyerName: 'Cumpărător SRL', buyerCui: BUYER }
const INVOICE = { ...PARTIES, number: 'F-1', issueDate: '2026-11-02', payableAmount: '121.00', currency: 'RON' }
const [PLAIN, SELF_BILLED] = [{ selfBilled: false }, { selfBilled: true }]

test('the company is the seller, or the buyer of a self-billed document', () => {
  expect(uploadCui({ invoice: INVOICE }, PLAIN)).toBe(SELLER)
  expect(uploadCui({ invoice: INVOICE }, SELF_BILLED)).toBe(BUYER)
  expect(uploadCui({ invoice: { ...INVOICE, buyerCui: 'DE123456789' } }, SELF_BILLED)).toBeNull()
  expect(uploadCui({ invoice: null }, PLAIN)).toBeNull()
})

test('the flags of the upload decide, not those that the document suggests', () => {
  const plain = { invoice: INVOICE, cui: SELLER, suggested: PLAIN }
  const selfBilled = { invoice: INVOICE, cui: BUYER, suggested: SELF_BILLED }
  expect([uploadCompany(plain, PLAIN), uploadCompany(plain, SELF_BILLED)]).toEqual([SELLER, BUYER])
  expect([uploadCompany(selfBilled, SELF_BILLED), uploadCompany(selfBilled, PLAIN)]).toEqual([BUYER, SELLER])
})

test("E-31 a buyer's message keeps the company that the host found", () => {
  const message = { invoice: null, cui: BUYER, suggested: PLAIN }
  expect([uploadCompany(message, PLAIN), uploadCompany(message, SELF_BILLED)]).toEqual([BUYER, BUYER])
})
