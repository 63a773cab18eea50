// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { DeclarationStatusPageContent } from '../../../shared/pages/declaration-status-pages.ts'
import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import { parseMessage } from '../../browser/messages.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { receiptRunStore } from './receipt-run-store.ts'
import { TableReceipts } from './table-receipts.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const row = (filingNumber: string, hasReceipt = true): StatusRow => ({
  filingNumber,
  isCounter: false,
  form: 'D300',
  state: 'valid',
  wording: 'Documentul este valid',
  registrationNumber: null,
  registeredOn: '2026-11-20',
  uploadedOn: null,
  hasReceipt,
})
const found = (rows: StatusRow[], cui: string | null = '8000000000'): DeclarationStatusPageContent => ({
  kind: 'found',
  cui,
  period: null,
  rows,
})
const RUN = {
  startedAt: 0,
  cui: '8000000000',
  done: 1,
  total: 3,
  saved: ['a.pdf'],
  unavailable: [],
  failed: [],
}

function draw(content: DeclarationStatusPageContent) {
  const sent: unknown[] = []
  fakeBrowser.runtime.onMessage.addListener((message: unknown) => {
    sent.push(parseMessage(message))
  })
  render(<TableReceipts page={pageInMemory(connectHost(inMemoryHost().open))} content={content} />)
  return sent
}

test('one click requests every receipt of the table, with its company', async () => {
  const sent = draw(found([row('1'), row('2'), row('3', false)]))
  expect(screen.getByText('2 recipise în tabel')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Descarcă toate recipisele' }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent).toMatchObject([
    {
      tell: 'save-receipts',
      receipts: { cui: '8000000000', rows: [{ uploadIndex: '1' }, { uploadIndex: '2' }, { hasReceipt: false }] },
    },
  ])
})

test('a running download shows progress and a stop button, and no second download button', async () => {
  const sent = draw(found([row('1')]))
  await receiptRunStore.write({ phase: 'running', ...RUN })
  expect(await screen.findByText('Se descarcă: 1 din 3')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Descarcă toate recipisele' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Oprește' }))
  await expect.poll(() => sent).toEqual([{ tell: 'stop-receipts' }])
})

test('afterwards it lists saved, unavailable and failed receipts, for this company only', async () => {
  draw(found([row('1')]))
  const error = { code: 'unreachable', message: 'x', details: { reason: 'host-lost', params: {} } } as const
  const failed = [{ uploadIndex: '9', error }]
  await receiptRunStore.write({ phase: 'done', ...RUN, saved: ['a.pdf', 'b.pdf'], unavailable: ['7'], failed })
  expect(await screen.findByText('2 recipise salvate în Descărcări')).toBeTruthy()
  expect(screen.getByText('O recipisă nu este disponibilă la ANAF: 7')).toBeTruthy()
  expect(screen.getByText('O recipisă nu a putut fi descărcată: 9')).toBeTruthy()
  expect(screen.getByText('Legătura cu programul local s-a întrerupt.')).toBeTruthy()
  await receiptRunStore.write({ phase: 'done', ...RUN, cui: '14399840' })
  await expect.poll(() => screen.queryByText(/salvat/)).toBeNull()
})

test('a page without a table, or a table without a company, offers nothing', () => {
  for (const content of [
    { kind: 'not-found' },
    { kind: 'query-form' },
    { kind: 'unknown' },
    { kind: 'invalid-input', message: 'Nu ati introdus un index valid' },
    found([row('1')], null),
  ] as const) {
    draw(content)
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
  }
})
