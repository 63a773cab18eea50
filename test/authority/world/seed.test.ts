import { expect, test } from 'vitest'
import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { seedWorld } from './seed.ts'

const NOW = Date.UTC(2026, 10, 21, 10)
const seeded = () => seedWorld({ now: () => NOW, companies: 40, invoicesPerCompany: 50 })

test('every company has exactly the list entries that were asked for, all of them in the past', () => {
  const world = seeded()
  expect(world.companies.size).toBe(40)
  for (const cui of world.companies.keys()) {
    const messages = world.messagesOf(cui, 'test')
    expect(messages).toHaveLength(50)
    expect(messages.every(({ indexedAt }) => indexedAt <= NOW && indexedAt > NOW - 59 * 86_400_000)).toBe(true)
    expect(world.messagesOf(cui, 'prod')).toEqual([])
  }
})

test('every CUI has a right check digit', () => {
  for (const { seller, buyer } of seeded().uploads.values()) {
    expect(hasValidCheckDigit(seller.cui)).toBe(true)
    expect(hasValidCheckDigit(buyer.cui)).toBe(true)
  }
})

test('the same seed gives the same world', () => {
  expect([...seeded().messages.values()]).toEqual([...seeded().messages.values()])
})

test('all types of entries appear, and self-billed pairs share an upload index', () => {
  const messages = [...seeded().messages.values()]
  const types = new Set(messages.map(({ type }) => type))
  expect([...types].sort()).toEqual([
    'ERORI FACTURA',
    'FACTURA PRIMITA',
    'FACTURA TRIMISA',
    'MESAJ CUMPARATOR PRIMIT',
    'NOTIFICARE SISTEM',
  ])
  const indexes = messages.map(({ upload }) => upload.uploadIndex)
  expect(new Set(indexes).size).toBeLessThan(indexes.length)
})

test("a buyer's message is about an earlier invoice between the same two", () => {
  const { uploads } = seeded()
  const about = [...uploads.values()]
    .filter(({ document }) => document === 'buyer-message')
    .map(upload => ({ upload, invoice: uploads.get(upload.refersTo) }))
  const wrong = about.filter(
    ({ upload, invoice }) =>
      invoice?.seller.cui !== upload.seller.cui ||
      invoice.buyer.cui !== upload.buyer.cui ||
      invoice.processedAt > upload.uploadedAt,
  )
  expect(about.length).toBeGreaterThan(20)
  // A company's first message may precede any invoice that it could refer to.
  expect(wrong.length).toBeLessThan(about.length / 10)
})
