import { expect, test } from 'vitest'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { PAGE_SIZE } from '../rows/pages.ts'
import { createInvoiceList } from './list-model.ts'
import type { Query } from './query.ts'

type Asked = { offset: number; limit: number; cui?: string; search?: string; kind?: string; direction?: string }
const EVERYTHING: Query = { cui: undefined, filter: 'all', search: '' }

function item(n: number): InvoiceItem {
  return {
    id: String(1000 + n),
    twinId: null,
    uploadIndex: String(5000 + n),
    cui: '14399840',
    kind: 'received',
    direction: 'received',
    type: 'FACTURA PRIMITA',
    createdAt: 1_790_000_000_000,
    details: '',
    sellerCui: null,
    buyerCui: null,
    state: 'archived',
    unread: false,
    invoice: null,
  }
}

function setUp(rows: { count: number }) {
  const asked: Asked[] = []
  const gates: (() => void)[] = []
  const world = { asked, gates, hold: false }
  const host = inMemoryHost({
    'invoices.list': async params => {
      const { offset, limit, ...rest } = params as Asked
      asked.push({ offset, limit, ...rest })
      if (world.hold) await new Promise<void>(resolve => gates.push(resolve))
      const length = Math.max(0, Math.min(limit, rows.count - offset))
      return { items: Array.from({ length }, (_, index) => item(offset + index)), total: rows.count }
    },
  })
  return { world, list: createInvoiceList(connectHost(host.open), EVERYTHING) }
}

test('only the pages that come into view are fetched, each once', async () => {
  const { world, list } = setUp({ count: 10_000 })
  await list.ask(EVERYTHING)
  expect(list.total.value).toBe(10_000)
  await list.need(5 * PAGE_SIZE + 90, 6 * PAGE_SIZE + 5)
  await list.need(5 * PAGE_SIZE + 91, 6 * PAGE_SIZE + 6)
  expect(world.asked.map(({ offset }) => offset)).toEqual([0, 5 * PAGE_SIZE, 6 * PAGE_SIZE])
  expect(list.items.value.get(6 * PAGE_SIZE + 5)?.id).toBe(String(1000 + 6 * PAGE_SIZE + 5))
})

test('company, filter and search go to the host', async () => {
  const { world, list } = setUp({ count: 1 })
  await list.ask({ cui: '14399840', filter: 'refused', search: ' romtest ' })
  await list.ask({ cui: undefined, filter: 'sent', search: '' })
  const [first, second] = world.asked
  expect(first).toMatchObject({ cui: '14399840', kind: 'errors', search: 'romtest' })
  expect(second).toEqual({ offset: 0, limit: PAGE_SIZE, direction: 'sent' })
})

test('an answer to an older query does not overwrite the newer one’s', async () => {
  const rows = { count: 3 }
  const { world, list } = setUp(rows)
  world.hold = true
  const old = list.ask({ ...EVERYTHING, search: 'a' })
  await expect.poll(() => world.gates.length).toBe(1)
  const fresh = list.ask({ ...EVERYTHING, search: 'ab' })
  await expect.poll(() => world.gates.length).toBe(2)
  rows.count = 1
  world.gates[1]?.()
  await fresh
  rows.count = 3
  world.gates[0]?.()
  await old
  expect(list.total.value).toBe(1)
})

test('loading again keeps the rows in view until the new ones are here', async () => {
  const rows = { count: 150 }
  const { world, list } = setUp(rows)
  await list.ask(EVERYTHING)
  await list.need(90, 110)
  rows.count = 151
  world.hold = true
  const reload = list.reload()
  await expect.poll(() => world.gates.length).toBe(2)
  expect(list.items.value.size).toBe(150)
  world.hold = false
  for (const open of world.gates) open()
  await reload
  expect(list.total.value).toBe(151)
  expect(list.items.value.get(150)?.id).toBe('1150')
})

test('the same search again sends nothing', async () => {
  const { world, list } = setUp({ count: 1 })
  await list.ask(EVERYTHING)
  await list.ask({ ...EVERYTHING, search: '  ' })
  expect(world.asked).toHaveLength(1)
})
