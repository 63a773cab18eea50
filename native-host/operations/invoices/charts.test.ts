import { expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI, NOON, withMessages } from '../../archive/core/test-archive.fixture.ts'
import { chartsOperations } from './charts.ts'

const CONTEXT = { signal: new AbortController().signal, progress: () => undefined }

async function chartsOf(params: { cui?: string; months: number; until?: string }) {
  const { archive } = await withMessages(aMessage({ id: '1' }))
  await archive.messages.store('1', aZip(anInvoice({ amount: '238.00 RON', buyerCui: CUI })))
  const operations = chartsOperations({ archive: async () => archive, now: () => NOON })
  return operations['charts.get'](params, CONTEXT)
}

test('W-06 whole months up to the present one, each of them, and as many before', async () => {
  const { period, before, months, total, firstDay } = await chartsOf({ cui: `RO ${CUI}`, months: 3 })
  expect([period, before]).toEqual([
    { since: '2026-09-01', until: '2026-11-30' },
    { since: '2026-06-01', until: '2026-08-31' },
  ])
  expect(months.map(({ month, received }) => [month, received.count])).toEqual([
    ['2026-09', 0],
    ['2026-10', 0],
    ['2026-11', 1],
  ])
  expect(total.received.totals).toEqual([{ currency: 'RON', count: 1, amount: '238.00' }])
  expect(firstDay).toBe('2026-11-19')
})

test('W-06 another last month, over the end of a year; the strip stays that of today', async () => {
  const { period, months, total, arrivals } = await chartsOf({ months: 2, until: '2024-02' })
  expect(period).toEqual({ since: '2024-01-01', until: '2024-02-29' })
  expect([months.length, total.received.count]).toEqual([2, 0])
  expect([arrivals.days.length, arrivals.days.at(-1)?.day, arrivals.edge]).toEqual([60, '2026-11-20', '2026-09-28'])
})
