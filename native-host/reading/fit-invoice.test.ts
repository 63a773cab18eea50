import { expect, test } from 'vitest'
import { anOddInvoice, line } from '../../shared/documents/odd-invoices.fixture.ts'
import { READERS } from './readers.ts'

const ROOM = 700_000
const read = (xml: string) => {
  const document = READERS.invoice(Buffer.from(xml), ROOM)
  if (!document) throw new Error('no invoice')
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(ROOM + 10_000)
  return document
}
const repeat = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join('')

test('H-01 U-11 an invoice fits into an answer whatever it is long of, and what is left out is said', () => {
  const lines = line('Cafea', '2', '50', '100.00')
  const odd = repeat(190, n => `<cbc:Odd${n}>${'"'.repeat(1990)}</cbc:Odd${n}>`)
  const unread = read(anOddInvoice({ head: odd, lines: lines.repeat(6000) }))
  expect(unread.unread.length + unread.moreUnread).toBe(190)
  expect(unread.unread.length).toBeGreaterThan(10)
  expect(unread.lines.length + (unread.omittedLines ?? 0)).toBe(6000)
  expect(unread.lines.length).toBeGreaterThan(500)

  const note = read(anOddInvoice({ head: `<cbc:Note>${'ș'.repeat(900_000)}</cbc:Note>`, lines }))
  expect(note.note).toMatch(/^ș{10000,}…$/)
  expect(note.lines).toHaveLength(1)

  const payment = `<cac:PaymentMeans><cbc:PaymentMeansCode>42</cbc:PaymentMeansCode><cbc:PaymentID>1</cbc:PaymentID></cac:PaymentMeans>`
  const paid = read(anOddInvoice({ head: payment.repeat(8000), lines }))
  expect(paid.payment.length).toBeLessThan(8000)
  expect(paid.payment.length + paid.moreUnread).toBeGreaterThanOrEqual(8000)
})

test('U-11 an ordinary invoice is given whole', () => {
  const document = read(anOddInvoice({ lines: line('Cafea', '2', '50', '100.00').repeat(1000) }))
  expect([document.lines.length, document.omittedLines, document.moreUnread]).toEqual([1000, undefined, 0])
})

test('U-11 a long text that no field holds ends in an ellipsis where it is cut', () => {
  const { unread } = read(anOddInvoice({ head: `<cbc:Odd>${'a'.repeat(3000)}</cbc:Odd>` }))
  expect(unread.map(({ text }) => [text.length, text.at(-1)])).toEqual([[2001, '…']])
})
