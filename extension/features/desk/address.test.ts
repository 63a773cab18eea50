import { expect, test } from 'vitest'
import { type DeskView, firstView, fromHash, toHash } from './address.ts'

const VIEW: DeskView = {
  table: 'messages',
  charts: false,
  cui: '14399840',
  search: 'luna trecută >1000',
  filters: { show: 'receipts', reported: '10.2026' },
  sort: { by: 'company', descending: true },
  group: undefined,
  open: '3001',
}

test('W-01 a view comes back from its address', () => {
  expect(fromHash(toHash(VIEW))).toEqual(VIEW)
  expect(toHash(firstView('companies'))).toBe('#companies')
  expect(fromHash(toHash({ ...VIEW, group: 'month', sort: { by: 'amount', descending: false } }))).toMatchObject({
    group: 'month',
    sort: { by: 'amount', descending: false },
  })
})

test('W-06 charts have an address of their own, with company and period', () => {
  const view = { ...firstView('invoices'), charts: true, cui: '14399840', filters: { months: '3', until: '2026-09' } }
  expect(toHash(view)).toBe('#charts?cui=14399840&months=3&until=2026-09')
  expect(fromHash(toHash(view))).toEqual(view)
})

test('W-01 an address of another time or hand shows what is understood of it', () => {
  expect(fromHash('')).toEqual(firstView('invoices'))
  expect(fromHash('#stars?cui=x&sort=&open=')).toMatchObject({ table: 'invoices', cui: undefined, sort: undefined })
  expect(fromHash('#uploads?q=a?b&group=nothing')).toMatchObject({ table: 'uploads', search: 'a?b', group: undefined })
})
