// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { InvoiceSummary } from '../../../../shared/protocol/invoices/invoices.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { InvoiceDetail } from '../../invoices/invoice-detail.tsx'
import { InvoiceRow } from '../../invoices/invoice-row.tsx'
import { invoiceItemOf } from '../../invoices/invoices.fixture.ts'
import { pageInMemory } from '../../page/page.fixture.ts'
import { createUploadDrafts } from '../../uploads/upload-drafts.ts'
import { UploadDraftsView } from '../../uploads/upload-drafts-view.tsx'
import { createUploadList } from '../../uploads/upload-list.ts'
import { UploadRow } from '../../uploads/upload-row.tsx'
import { inspectionOf, uploadOf } from '../../uploads/uploads.fixture.ts'
import { invoiceTable } from './invoice-table.tsx'
import { uploadTable } from './upload-table.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const PAID: InvoiceSummary = {
  number: 'FCT-1',
  issueDate: '2026-11-20',
  sellerName: 'ROMTEST SRL',
  sellerCui: '9010105',
  buyerName: 'ACME SRL',
  buyerCui: '14399840',
  grossAmount: '1210.00',
  payableAmount: '0.00',
  currency: 'RON',
}
const ITEM = invoiceItemOf({ invoice: PAID })
const host = () => inMemoryHost({ 'uploads.inspect': () => inspectionOf('b'.repeat(64), { invoice: PAID }) })

test.each([
  ['invoice', '1.210,00\u00a0lei'],
  ['credit-note', '-1.210,00\u00a0lei'],
] as const)('W-01 a paid %s has its total with VAT in the list as at the desk, with the same sign', (type, text) => {
  const item = { ...ITEM, invoice: { ...PAID, type } }
  const { container } = render(<InvoiceRow item={item} ownName={undefined} />)
  expect(container.querySelector('.row-amount')?.textContent).toBe(text)
  const page = pageInMemory(connectHost(host().open))
  const column = invoiceTable(page).columns.find(({ id }) => id === 'amount')
  expect(column?.cell(item)).toBe(text)
})

test.each([
  [PAID, 'Total cu TVA', '1.210,00\u00a0lei'],
  [{ ...PAID, grossAmount: undefined }, 'De plată', '0,00\u00a0lei'],
])('W-01 an invoice with errors names its amount in its detail: %#, “%s”', async (invoice, label, text) => {
  const filed = { uploadId: 1, fileName: 'factura.xml', invoice, correction: null }
  const item = { ...ITEM, kind: 'errors', invoice: null, filed }
  const rest = { sha256: null, size: null, document: null, errors: [], thread: [], hasPdf: false, missing: null }
  const page = pageInMemory(connectHost(inMemoryHost({ 'invoices.get': () => ({ item, ...rest }) }).open))
  const nothing = () => undefined
  render(<InvoiceDetail id="1" page={page} reply={nothing} correct={nothing} onOpen={nothing} onClose={nothing} />)
  expect((await screen.findByText(label)).nextSibling?.textContent).toBe(text)
})

test('a paid invoice has its total with VAT before and after it is sent', async () => {
  const page = pageInMemory(connectHost(host().open))
  const uploadList = createUploadList(page.host, page.changed)
  const uploadDrafts = createUploadDrafts(page.host, uploadList)
  const upload = uploadOf(1, 'ok', { invoice: PAID })
  render(
    <>
      <UploadDraftsView page={page} uploadDrafts={uploadDrafts} uploadList={uploadList} />
      <UploadRow upload={upload} page={page} uploadList={uploadList} onCorrect={vi.fn()} onOpen={vi.fn()} />
    </>,
  )
  await uploadDrafts.take([new File(['<Invoice/>'], 'factura.xml')])
  await expect.poll(() => screen.getAllByText('1.210,00 lei')).toHaveLength(2)
  const column = uploadTable(page).columns.find(({ id }) => id === 'amount')
  expect(column?.cell(upload)).toBe('1.210,00\u00a0lei')
})

test('W-01 an uploaded credit note has a minus in the list of uploads as at the desk', () => {
  const page = pageInMemory(connectHost(host().open))
  const upload = uploadOf(1, 'ok', { standard: 'CN', invoice: { ...PAID, type: 'credit-note' } })
  const uploadList = createUploadList(page.host, page.changed)
  render(<UploadRow upload={upload} page={page} uploadList={uploadList} onCorrect={vi.fn()} onOpen={vi.fn()} />)
  screen.getByText('-1.210,00 lei')
  const column = uploadTable(page).columns.find(({ id }) => id === 'amount')
  expect(column?.cell(upload)).toBe('-1.210,00\u00a0lei')
})
