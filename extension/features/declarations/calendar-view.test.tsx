// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { CalendarView, lastMonth, missingMonths } from './calendar-view.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const NOW = Date.parse('2026-11-21T10:00:00Z')
const months = (...filed: number[]) => filed.map(month => ({ month }))
const missing = (...filed: number[]) => [...missingMonths(months(...filed), 9)]

test('months without a declaration stand out by the form’s own rhythm, none without a rhythm', () => {
  expect(missing(1, 2, 3, 5, 6, 9)).toEqual([4, 7, 8])
  expect(missing(3, 9)).toEqual([])
  expect(missing(3, 6)).toEqual([9])
  expect(missing(1, 2)).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect(missing(10, 8)).toEqual([9])
  expect(missing(1, 3, 6)).toEqual([2, 4, 5, 7, 8, 9])
  expect(missing(3, 12)).toEqual([6, 9])
  expect(missing(5)).toEqual([])
  expect(missing()).toEqual([])
  expect([...missingMonths([{ month: null }, ...months(3, 6)], 6)]).toEqual([])
})

test('a month that is still due does not stand out', () => {
  expect(lastMonth(2026, NOW)).toBe(9)
  expect(lastMonth(2025, NOW)).toBe(12)
  // New Year's night in Romania, still the old year in UTC.
  expect(lastMonth(2026, Date.parse('2026-12-31T23:00:00Z'))).toBe(11)
})

test('a year is shown by company, form and month, each with its state in words; a click shows another year', async () => {
  const asked: unknown[] = []
  const host = inMemoryHost({
    'declarations.calendar': params => {
      asked.push(params)
      const cell = (month: number, ...states: string[]) => ({
        month,
        declarations: states.map((state, n) => ({ id: month * 10 + n, state })),
      })
      const cells = [cell(1, 'valid'), cell(2, 'has-errors', 'valid'), cell(4, 'has-errors')]
      const forms = [{ form: 'D300', cells }]
      const { offset } = params as { offset: number }
      // An answer contains as many as fit.
      return { companies: [{ cui: '14399840', name: offset === 0 ? 'ACME SRL' : 'ACME DOI SRL', forms }], total: 2 }
    },
  })
  const page = { ...pageInMemory(connectHost(host.open)) }
  render(<CalendarView page={{ ...page, now: { ...page.now, value: NOW } as typeof page.now }} cui="14399840" />)
  const [row, ...more] = await screen.findAllByRole('row', { name: /D300/ })
  expect(more).toHaveLength(1)
  expect(row?.textContent).toContain('ianuarie: Validă')
  expect(row?.textContent).toContain('februarie: Validă (2)')
  expect(row?.textContent).toContain('martie: nicio depunere cunoscută')
  expect(row?.textContent).toContain('aprilie: Are erori de validare')
  expect(row?.textContent).toContain('septembrie: nicio depunere cunoscută')
  expect(row?.textContent).not.toContain('octombrie')
  expect(screen.getByText(/^Arată ce știm că a fost depus, nu ce ar trebui depus\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Anul precedent' }))
  await expect.poll(() => asked).toHaveLength(4)
  expect(asked).toEqual([
    { year: 2026, cui: '14399840', offset: 0 },
    { year: 2026, cui: '14399840', offset: 1 },
    { year: 2025, cui: '14399840', offset: 0 },
    { year: 2025, cui: '14399840', offset: 1 },
  ])
})
