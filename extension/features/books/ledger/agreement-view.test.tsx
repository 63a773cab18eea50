// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Agreement, AgreementRow, LedgerInspection } from '../../../../shared/protocol/invoices/ledgers.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { AgreementView } from './agreement-view.tsx'
import { createLedger } from './ledger.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const NONE = { series: null, name: null, net: null, vat: null, currency: null }
const INSPECTION: LedgerInspection = {
  ...{ sha256: 'a'.repeat(64), fileName: 'jurnal.csv', format: 'csv', heads: ['Nr', 'CUI', 'Data', 'Total'], rows: 1 },
  columns: { ...NONE, number: 0, cui: 1, date: 2, total: 3 },
  ...{ since: '2026-10-01', until: '2026-10-31', sample: [] },
}
const AGREEMENT: Agreement = {
  ...{ id: 4, at: 1, fileName: 'jurnal.csv', cui: '14399840', direction: 'received', since: null, until: null },
  ...{ agrees: 1, differs: 0, notInBooks: 0, notInSpv: 0, unreadable: 0, left: 0, aside: 3 },
}
const BOOKED_FOR_THE_REST: AgreementRow = {
  finding: 'agrees',
  differences: [],
  ledger: {
    ...{ row: 2, number: 'A1', cui: '361757', name: null, date: '2026-10-06', total: '210.00', currency: 'RON' },
    problem: null,
  },
  ledgerRows: 1,
  invoice: {
    ...{ id: '3002', number: 'A1', cui: '361757', name: 'Alfa SRL', date: '2026-10-06', total: '1210.00' },
    currency: 'RON',
  },
  payable: '210.00',
}

const IN_LEI: AgreementRow = { ...BOOKED_FOR_THE_REST, payable: undefined, inLei: '1230.57' }

test('W-04 an invoice that is booked with its amount to pay, or in lei, coincides, and the page says why', async () => {
  const { open } = inMemoryHost({
    'ledgers.inspect': () => INSPECTION,
    'ledgers.agree': () => ({ agreement: AGREEMENT }),
    'ledgers.rows': () => ({ agreement: AGREEMENT, items: [BOOKED_FOR_THE_REST, IN_LEI], total: 2 }),
  })
  const host = connectHost(open)
  const ledger = createLedger(host)
  ledger.cui.value = AGREEMENT.cui
  await ledger.readFile(new File(['x'], 'jurnal.csv'))
  await ledger.compare()
  render(<AgreementView host={host} ledger={ledger} companies={[]} agreement={AGREEMENT} onOpen={() => undefined} />)
  expect(screen.getByRole('button', { name: 'Coincid (1)' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('în evidență este suma de plată, nu totalul')).toBeTruthy()
  expect(screen.getByText(/^în evidență este în lei; la cursul din TVA-ul facturii: 1.230,57/)).toBeTruthy()
  expect(screen.getByText(/^3 rânduri sunt ale celuilalt jurnal sau ale altei firme/)).toBeTruthy()
})
