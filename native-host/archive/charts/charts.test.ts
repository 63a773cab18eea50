import { describe, expect, test } from 'vitest'
import {
  amount,
  anOddInvoice,
  party,
  type Shape,
  subtotal,
  taxTotal,
} from '../../../shared/documents/odd-invoices.fixture.ts'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { CurrencyTotal } from '../../../shared/protocol/invoices/query.ts'
import { Database } from '../core/database.ts'
import { databasePath } from '../core/paths.ts'
import { ALL, aMessage, aZip, CUI, NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'
import type { MessageQuery } from '../invoices/message-archive.ts'

const OTHER = '361757'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OCTOBER = { since: '2026-10-01', until: '2026-10-31' }
const NOVEMBER = { since: '2026-11-01', until: '2026-11-30' }
const BOTH = { since: OCTOBER.since, until: NOVEMBER.until }

type Given = Partial<ListedMessage> & {
  /** Issue date. */
  on?: string
  net?: number
  /** Percent. */
  rate?: string
  partner?: string
  isSent?: boolean
  shape?: Shape
}

/** Archives invoices of `CUI`, or of another company; each has one VAT rate. */
async function archived(...given: readonly Given[]) {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  for (const [at, one] of given.entries()) {
    const { on = '2026-11-10', net = 100, rate = '21', partner = OTHER, isSent = false, shape, ...entry } = one
    const [id, cui] = [String(at + 1), one.cui ?? CUI]
    const type = isSent ? 'FACTURA TRIMISA' : 'FACTURA PRIMITA'
    archive.messages.record([aMessage({ id, type, ...entry })])
    const vat = (net * Number(rate)) / 100
    const [seller, buyer] = isSent ? [cui, partner] : [partner, cui]
    const xml = anOddInvoice({
      seller: party(`Firma ${seller}`, `RO${seller}`),
      buyer: party(`Firma ${buyer}`, `RO${buyer}`),
      taxTotals: taxTotal(vat.toFixed(2), subtotal(net.toFixed(2), vat.toFixed(2), 'S', rate)),
      sums: amount('PayableAmount', (net + vat).toFixed(2)),
      ...shape,
    })
    await archive.messages.store(id, aZip(xml.replace('2026-11-20', on)))
  }
  return { ...archive, dataDir }
}

const sums = (totals: readonly CurrencyTotal[]) => totals.map(({ currency, amount }) => `${amount} ${currency}`)

describe('W-06 months', () => {
  test('sum what the documents say, by issue date and direction, each currency apart', async () => {
    const euro = { currency: 'EUR', taxTotals: taxTotal('0.00', '', 'EUR') }
    const { charts, messages } = await archived(
      { on: '2026-10-31', net: 1000, isSent: true },
      { on: '2026-11-01', net: 50 },
      { on: '2026-11-30', net: 12_345_678.9 },
      { on: '2026-11-05', isSent: true, shape: { ...euro, sums: amount('PayableAmount', '70.00', 'EUR') } },
      { on: '2026-12-01' },
    )
    const { months: found, total } = charts.months(undefined, BOTH)
    expect(found.map(({ month, sent, received }) => [month, sums(sent.totals), sums(received.totals)])).toEqual([
      ['2026-10', ['1210.00 RON'], []],
      ['2026-11', ['70.00 EUR'], ['14938331.97 RON']],
    ])
    expect([sums(total.sent.totals), sums(total.received.totals)]).toEqual([
      ['1210.00 RON', '70.00 EUR'],
      ['14938331.97 RON'],
    ])
    const listed = messages.summary({ issuedSince: NOVEMBER.since, issuedUntil: NOVEMBER.until }, undefined)
    expect(sums(listed.totals).sort()).toEqual(['14938331.97 RON', '70.00 EUR'])
  })

  test('W-02 a paid invoice counts with its total, in sums, partners, order and searches', async () => {
    const paid =
      amount('TaxInclusiveAmount', '1210.00') + amount('PrepaidAmount', '1210.00') + amount('PayableAmount', '0.00')
    const { charts, messages } = await archived(
      { net: 500, partner: '1590082' },
      { net: 1000, shape: { sums: paid } },
      { net: 1000, shape: { sums: amount('PayableAmount', '1210.00') } },
    )
    expect(sums(charts.months(CUI, NOVEMBER).total.received.totals)).toEqual(['3025.00 RON'])
    expect(sums(messages.summary({}, undefined).totals)).toEqual(['3025.00 RON'])
    const { items } = charts.partners('received', CUI, NOVEMBER, OCTOBER)
    expect(items.map(({ cui, now }) => [cui, now.amount])).toEqual([
      [OTHER, '2420.00'],
      ['1590082', '605.00'],
    ])
    const idsOf = (more: Partial<MessageQuery>) => messages.list({ ...ALL, ...more }).items.map(({ id }) => id)
    expect(idsOf({ search: '1210' }).sort()).toEqual(['2', '3'])
    expect(idsOf({ amount: { from: 100_000, to: null, isSigned: false } }).sort()).toEqual(['2', '3'])
    expect(idsOf({ sort: { by: 'amount', descending: false } })[0]).toBe('1')
  })

  test('a credit note and an invoice with a minus take away what they give back', async () => {
    const { charts } = await archived(
      { net: 100 },
      { net: 40, shape: { root: 'CreditNote' } },
      { net: -10 },
      { net: -20, shape: { root: 'CreditNote' } },
    )
    expect(charts.months(CUI, NOVEMBER).months[0]?.received).toMatchObject({ count: 4, totals: [{ amount: '36.30' }] })
    expect(charts.vat(CUI, NOVEMBER).rates).toMatchObject([{ deductible: { count: 4, vat: '6.30' } }])
  })

  test('one company has only its own, all have everything, and nothing is nothing', async () => {
    const { charts } = await archived({ net: 100 }, { net: 200, cui: '8609468' })
    expect(charts.months(CUI, NOVEMBER).months[0]?.received.totals).toMatchObject([{ amount: '121.00' }])
    expect(charts.months(undefined, NOVEMBER).months[0]?.received.totals).toMatchObject([{ amount: '363.00' }])
    const none = { count: 0, unsummed: 0, totals: [] }
    expect(charts.months('1590082', NOVEMBER)).toEqual({ months: [], total: { sent: none, received: none } })
    expect(charts.vat('1590082', NOVEMBER)).toEqual({ rates: [], totals: [], unread: 0 })
    expect(charts.partners('sent', '1590082', NOVEMBER, OCTOBER)).toEqual({ count: 0, fresh: 0, gone: 0, items: [] })
    expect([charts.firstDay(CUI), charts.firstDay('1590082')]).toEqual(['2026-11-10', null])
  })

  test('absurd amounts add up to an absurd sum, and stop nothing', async () => {
    const net = 6_000_000_000_000
    const absurd = Array.from({ length: 30 }, () => ({ net }))
    const { charts } = await archived(...absurd, { net: 100, shape: { sums: amount('PayableAmount', '9'.repeat(20)) } })
    const [total] = charts.months(CUI, NOVEMBER).total.received.totals
    expect(Number(total?.amount)).toBeCloseTo(30 * net * 1.21, -6)
    expect(Number(charts.vat(CUI, NOVEMBER).rates[0]?.deductible.vat)).toBeCloseTo(30 * net * 0.21, -6)
    expect(charts.partners('received', CUI, NOVEMBER, OCTOBER).items).toHaveLength(1)
  })

  test('what is not in the archive yet counts, and is said to have no amount and no VAT', async () => {
    const { charts, messages } = await archived({ net: 100 })
    messages.record([aMessage({ id: '9' }), aMessage({ id: '10', type: 'ERORI FACTURA' })])
    expect(charts.months(CUI, NOVEMBER).months[0]?.received).toMatchObject({ count: 2, unsummed: 1 })
    expect(charts.vat(CUI, NOVEMBER).unread).toBe(1)
  })
})

describe('W-06 VAT', () => {
  test('stands by rate, collected against deductible, the highest rate first', async () => {
    const { charts } = await archived(
      { net: 1000, isSent: true },
      { net: 100, rate: '11', isSent: true },
      { net: 300 },
      { net: 100, rate: '0' },
      { net: 100, on: '2026-10-10' },
    )
    const found = charts.vat(CUI, NOVEMBER)
    expect(found.unread).toBe(0)
    expect(found.totals).toEqual([{ currency: 'RON', collected: '221.00', deductible: '63.00', difference: '158.00' }])
    expect(found.rates.map(({ percent, collected, deductible }) => [percent, collected.vat, deductible.vat])).toEqual([
      ['21', '210.00', '63.00'],
      ['11', '11.00', '0.00'],
      ['0', '0.00', '0.00'],
    ])
  })

  test('of an invoice in euro counts in lei where it says so, else apart', async () => {
    const rows = taxTotal('21.00', subtotal('100.00', '21.00', 'S', '21', '', 'EUR'), 'EUR')
    const head = '<cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>'
    const { charts } = await archived(
      { shape: { currency: 'EUR', head, taxTotals: rows + taxTotal('104.47', '', 'RON') } },
      { shape: { currency: 'EUR', taxTotals: rows } },
    )
    expect(charts.vat(CUI, NOVEMBER).rates).toMatchObject([
      { percent: '21', currency: 'RON', deductible: { count: 1, vat: '104.47' } },
      { percent: '21', currency: 'EUR', deductible: { count: 1, vat: '21.00' } },
    ])
  })

  test('of a self-billed invoice is on the side of its parties, once, while the lists have it in both (E-17)', async () => {
    const entry = { uploadIndex: '77', selfBilled: true }
    const { charts } = await archived({ ...entry, isSent: true, partner: CUI }, { ...entry, partner: CUI })
    expect(charts.vat(CUI, NOVEMBER).rates).toMatchObject([
      { collected: { vat: '21.00' }, deductible: { vat: '0.00' } },
    ])
    expect(charts.months(CUI, NOVEMBER).months).toMatchObject([{ sent: { count: 1 }, received: { count: 1 } }])
  })

  test('of documents that were described before is read again by the next sync, and they stay readable meanwhile', async () => {
    const { charts, messages, dataDir } = await archived({ net: 100 })
    const db = await Database.open(databasePath(dataDir))
    db.run('DELETE FROM invoice_vat')
    db.run(`UPDATE messages SET undescribed = 'waiting'`)
    db.close()
    expect(charts.vat(CUI, NOVEMBER)).toEqual({ rates: [], totals: [], unread: 1 })
    expect(messages.get('1')?.item).toMatchObject({ state: 'archived', invoice: { number: 'FCT-7' } })
    for (const id of messages.undescribed()) await messages.describe(id)
    expect(charts.vat(CUI, NOVEMBER)).toMatchObject({ rates: [{ deductible: { vat: '21.00' } }], unread: 0 })
    expect(messages.undescribed()).toEqual([])
  })
})

test('W-06 persons without a CNP are no one partner: no name stands for all of them', async () => {
  const consumer = (name: string) => ({ isSent: true, shape: { buyer: party(name, '0000000000000') } })
  const { charts, messages } = await archived(consumer('Ana Pop'), consumer('Ion Pop'), { isSent: true })
  const { items } = charts.partners('sent', CUI, NOVEMBER, OCTOBER)
  expect(items.map(({ cui, name, now }) => [cui, name, now.count])).toEqual([
    ['0000000000000', null, 2],
    [OTHER, `Firma ${OTHER}`, 1],
  ])
  expect(messages.summary({}, 'partner').groups).toMatchObject([
    { key: '0000000000000', name: null, count: 2 },
    { key: OTHER, name: `Firma ${OTHER}`, count: 1 },
  ])
})

test('W-06 partners: the largest of the period against the period before, with who is new and who is gone', async () => {
  const { charts } = await archived(
    { on: '2026-10-05', net: 500, partner: '1590082' },
    { on: '2026-10-06', net: 100 },
    { on: '2026-11-06', net: 300 },
    { on: '2026-11-07', net: 700, partner: '6859662' },
    { on: '2026-11-07', net: 900, partner: '1590082', isSent: true },
  )
  const found = charts.partners('received', CUI, NOVEMBER, OCTOBER)
  expect(found).toMatchObject({ count: 2, fresh: 1, gone: 1 })
  expect(found.items.map(one => [one.cui, one.name, one.change, one.now.amount, one.before.amount])).toEqual([
    ['6859662', 'Firma 6859662', 'new', '847.00', '0.00'],
    ['361757', 'Firma 361757', 'kept', '363.00', '121.00'],
    ['1590082', 'Firma 1590082', 'gone', '0.00', '605.00'],
  ])
  expect(charts.partners('sent', CUI, NOVEMBER, OCTOBER)).toMatchObject({ count: 1, fresh: 1, gone: 0 })
})

test('W-06 the strip has every one of 60 days: what arrived, what became of it, and when it was fetched', async () => {
  const arrivals = [NOON, NOON - 3 * DAY, NOON - 59 * DAY, NOON - 61 * DAY]
  const { charts, messages } = await archived(...arrivals.map(createdAt => ({ createdAt })))
  messages.record([aMessage({ id: '8', createdAt: NOON - 59 * DAY }), aMessage({ id: '9', createdAt: NOON - DAY })])
  messages.markExpired('8', 'a expirat')
  const days = charts.arrivals(CUI, NOON)
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([60, '2026-09-22', '2026-11-20'])
  expect(days.filter(({ arrived, fetched }) => arrived + fetched > 0)).toEqual([
    { day: '2026-09-22', arrived: 2, waiting: 0, expired: 1, lastFetch: NOON, fetched: 0 },
    { day: '2026-11-17', arrived: 1, waiting: 0, expired: 0, lastFetch: NOON, fetched: 0 },
    { day: '2026-11-19', arrived: 1, waiting: 1, expired: 0, lastFetch: null, fetched: 0 },
    { day: '2026-11-20', arrived: 1, waiting: 0, expired: 0, lastFetch: NOON, fetched: 4 },
  ])
  expect(charts.arrivals(undefined, NOON)).toEqual(days)
  expect(charts.arrivals('1590082', NOON).every(({ arrived }) => arrived === 0)).toBe(true)
})
