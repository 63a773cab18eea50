// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { InvoiceGroup } from '../../../shared/protocol/invoices/query.ts'
import { drawDesk } from './desk.fixture.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(() => {
  cleanup()
  location.hash = ''
})

const CHOICES = { all: 3, received: 3, sent: 0, errors: 0, messages: 0, missing: 0, unread: 0 }
const groupOf = (key: string, name: string | null): InvoiceGroup => ({ key, name, count: 3, totals: [] })

/** The desk at an address, with the host's answers to come. */
async function open(hash: string) {
  const { desk, host } = await drawDesk(hash)
  const asked = () =>
    (host.received as { id: number; method: string }[]).filter(({ method }) => method === 'invoices.summary')
  /** Answers the summary asked for at this place. */
  const answer = async (at: number, groups: InvoiceGroup[]) => {
    await expect.poll(() => asked().length).toBeGreaterThan(at)
    host.say({ id: asked()[at]?.id ?? 0, result: { count: 3, totals: [], choices: CHOICES, groups } })
  }
  const table = (name: string) => within(screen.getByRole('table', { name }))
  const isBusy = () => screen.getByRole('table').getAttribute('aria-busy') === 'true'
  return { desk, answer, table, isBusy }
}

test('W-01 groups keep their kind until those of the chosen one are there', async () => {
  const { desk, answer, table, isBusy } = await open('#invoices?group=company')
  await answer(0, [groupOf('14399840', 'ACME SRL')])
  await screen.findByText('ACME SRL · 14399840')
  expect(isBusy()).toBe(false)
  desk.go({ group: 'month' })
  await expect.poll(isBusy).toBe(true)
  expect(table('Pe firme').getByText('ACME SRL · 14399840')).toBeTruthy()
  await answer(1, [groupOf('2026-11', null)])
  await screen.findByText('noiembrie 2026')
  expect(isBusy()).toBe(false)
  expect(table('Pe luni').queryByText(/14399840/)).toBeNull()
})

test('W-01 a group of the kind before leads to its own rows', async () => {
  const { desk, answer, isBusy } = await open('#invoices?group=month')
  await answer(0, [groupOf('2026-11', null)])
  await screen.findByText('noiembrie 2026')
  desk.go({ group: 'company' })
  await expect.poll(isBusy).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'noiembrie 2026' }))
  expect(desk.view.value).toMatchObject({ cui: undefined, filters: { issued: '2026-11' } })
})

test('W-01 persons without a CNP are one group by that name', async () => {
  const { answer, table } = await open('#invoices?group=partner')
  await answer(0, [groupOf('0000000000000', null), groupOf('15194519', 'Beta SA')])
  expect(await table('Pe parteneri').findByRole('button', { name: 'Persoane fără CNP' })).toBeTruthy()
  expect(table('Pe parteneri').getByRole('button', { name: 'Beta SA · 15194519' })).toBeTruthy()
})

test('W-01 groups of one company do not stand under the name of another', async () => {
  const { desk, answer, table, isBusy } = await open('#invoices?group=month&cui=14399840')
  await answer(0, [groupOf('2026-11', null)])
  await screen.findByText('noiembrie 2026')
  expect(screen.getByRole('button', { name: /^Primite/ }).textContent).toContain('3')
  desk.go({ cui: '15194519' })
  await expect.poll(() => screen.queryByText('noiembrie 2026')).toBeNull()
  expect(isBusy()).toBe(true)
  expect(screen.getByRole('button', { name: /^Primite/ }).textContent).not.toContain('3')
  await answer(1, [groupOf('2026-10', null)])
  expect(await table('Pe luni').findByText('octombrie 2026')).toBeTruthy()
})
