// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { InvoiceDetail } from './invoice-detail.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const ITEM = {
  id: '7',
  twinId: null,
  uploadIndex: '70',
  cui: '14399840',
  kind: 'sent',
  direction: 'sent',
  type: 'FACTURA TRIMISA',
  createdAt: 1,
  details: '',
  sellerCui: null,
  buyerCui: null,
  unread: false,
  invoice: null,
}
const REST = { sha256: null, size: null, document: null, errors: [], thread: [], hasPdf: false }

/** The detail of a message, as the host answers at each time; returns the page's overview. */
function drawAnswers(get: () => unknown) {
  const overview = signal<Overview | undefined>(SETTLED)
  const page = { ...pageInMemory(connectHost(inMemoryHost({ 'invoices.get': get }).open)), overview }
  const nothing = () => undefined
  render(<InvoiceDetail id="7" page={page} reply={nothing} onOpen={nothing} onClose={nothing} correct={nothing} />)
  return overview
}

/** The detail of a message without its document. */
function draw(state: 'listed' | 'expired' | 'failed', missing: RecipisaError) {
  return drawAnswers(() => ({ item: { ...ITEM, state }, ...REST, missing: toErrorBody(missing) }))
}

test('a document that has expired says so in the authority’s words, since when, and what to do', async () => {
  const note = 'Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile'
  draw('expired', new RecipisaError('message-expired', { id: '7', note, since: '20-11-2026 14:00:00' }))
  const text = (await screen.findByRole('alert')).textContent
  expect(text).toContain(`„${note}”`)
  expect(text).toContain('20-11-2026 14:00:00')
  expect(text).toContain('Cereți documentul partenerului de afaceri.')
  expect(screen.queryByText('Documentul nu este încă în arhivă.')).toBeNull()
})

test('a document whose download failed says why, and that it will be tried again', async () => {
  const params = {
    operation: 'descarcare',
    supportId: '1153',
    document: '7',
    since: '20-11-2026 14:00:00',
    again: true,
  }
  draw('failed', new RecipisaError('firewall', params))
  const text = (await screen.findByRole('alert')).textContent
  expect(text).toContain('cod 1153')
  expect(text).toContain('De aceea documentul 7 nu este în arhivă (din 20-11-2026 14:00:00).')
  expect(text).toContain('Următoarea sincronizare îl cere din nou.')
})

test('a document that is not downloaded yet is not a failure', async () => {
  draw('listed', new RecipisaError('document-missing', { id: '7' }))
  expect(await screen.findByText('Documentul nu este încă în arhivă.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a document that arrives while its detail is open is shown', async () => {
  let isHere = false
  const missing = toErrorBody(new RecipisaError('document-missing', { id: '7' }))
  const overview = drawAnswers(() =>
    isHere
      ? { item: { ...ITEM, state: 'archived' }, ...REST, missing: null }
      : { item: { ...ITEM, state: 'listed' }, ...REST, missing },
  )
  await screen.findByText('Documentul nu este încă în arhivă.')
  isHere = true
  overview.value = { ...SETTLED }
  expect(await screen.findByText('Acest mesaj nu conține o factură.')).toBeTruthy()
  expect(screen.queryByText('Documentul nu este încă în arhivă.')).toBeNull()
})

test('a credit note with errors is called a credit note, and its amount has the minus of the list', async () => {
  const invoice = { number: 'NC-9', type: 'credit-note', issueDate: null, sellerName: null, sellerCui: null }
  const rest = { buyerName: null, buyerCui: null, payableAmount: '119.00', currency: 'RON' }
  const filed = { uploadId: 3, fileName: 'nc-9.xml', invoice: { ...invoice, ...rest }, correction: null }
  const item = { ...ITEM, kind: 'errors', state: 'listed', filed }
  drawAnswers(() => ({ item, ...REST, missing: null }))
  expect(await screen.findByRole('heading', { name: 'Notă de creditare NC-9' })).toBeTruthy()
  expect(screen.getByText('-119,00 lei')).toBeTruthy()
})
