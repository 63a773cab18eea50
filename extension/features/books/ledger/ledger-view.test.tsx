// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../../shared/errors/to-error-body.ts'
import type { Company } from '../../../../shared/protocol/companies.ts'
import type { Agreement, AgreementRow, LedgerInspection } from '../../../../shared/protocol/invoices/ledgers.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { createLedger } from './ledger.ts'
import { LedgerView } from './ledger-view.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const NONE = { number: null, series: null, cui: null, name: null, date: null, total: null, net: null, vat: null }
const INSPECTION: LedgerInspection = {
  ...{ sha256: 'a'.repeat(64), fileName: 'jurnal.csv', format: 'csv', heads: ['Nr', 'CUI', 'Total'], rows: 3 },
  columns: { ...NONE, currency: null, number: 0, cui: 1, total: 2 },
  ...{ since: '2026-10-01', until: '2026-10-31', sample: [] },
}
const AGREEMENT: Agreement = {
  ...{ id: 4, at: 1, fileName: 'jurnal.csv', cui: '14399840', direction: 'received' },
  ...{ since: '2026-10-01', until: '2026-10-31' },
  ...{ agrees: 1, differs: 1, notInBooks: 1, notInSpv: 0, unreadable: 0, left: 2 },
}
const DIFFERS: AgreementRow = {
  finding: 'differs',
  differences: ['sign'],
  ledger: {
    ...{ row: 2, number: 'FCT1002', cui: '361757', name: null, date: '2026-10-06', total: '60.50', currency: 'RON' },
    problem: null,
  },
  ledgerRows: 1,
  invoice: {
    ...{ id: '3002', number: 'FCT-1002', cui: '361757', name: 'Alfa SRL', date: '2026-10-06', total: '-60.50' },
    currency: 'RON',
  },
}
const COMPANY: Company = {
  ...{ cui: '14399840', name: 'ACME SRL', addedAt: 1, syncedAt: 2, archived: 3, unread: 0 },
  ...{ refused: 0, failed: 0, pending: 0 },
  rights: 'granted',
}

function draw(inspect: (params: unknown) => unknown = () => INSPECTION, agree: () => unknown = () => AGREEMENT) {
  const told: { method: string; params: unknown }[] = []
  const tell = (method: string, answer: (params: unknown) => unknown) => (params: unknown) => {
    told.push({ method, params })
    return answer(params)
  }
  const { open, received } = inMemoryHost({
    'ledgers.inspect': tell('ledgers.inspect', inspect),
    'ledgers.agree': tell('ledgers.agree', async () => ({ agreement: await agree() })),
    'ledgers.rows': tell('ledgers.rows', () => ({ agreement: AGREEMENT, items: [DIFFERS], total: 1 })),
  })
  const host = connectHost(open)
  const ledger = createLedger(host)
  ledger.cui.value = COMPANY.cui
  const [onOpen, onClose] = [vi.fn(), vi.fn()]
  render(<LedgerView host={host} ledger={ledger} companies={[COMPANY]} onOpen={onOpen} onClose={onClose} />)
  const bring = (file = new File(['x'], 'jurnal.csv')) => {
    const files = [file]
    fireEvent.change(screen.getByLabelText(/^(Alege fișierul|Alt fișier)$/, { selector: 'input' }), {
      target: { files },
    })
  }
  return { told, ledger, onOpen, bring, received }
}

test('W-04 a ledger is chosen and compared; the result begins with what differs and leads to the invoice', async () => {
  const { told, onOpen, bring } = draw()
  bring()
  fireEvent.click(await screen.findByRole('button', { name: 'Compară' }))
  await screen.findByText('semnul totalului diferă')
  expect(told.find(({ method }) => method === 'ledgers.agree')?.params).toEqual({
    ...{ sha256: 'a'.repeat(64), columns: {}, cui: '14399840', direction: 'received' },
    ...{ since: '2026-10-01', until: '2026-10-31' },
  })
  expect(screen.getByRole('button', { name: 'Diferă (1)' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Lipsă din SPV (0)' }).disabled).toBe(true)
  expect(screen.getByText(/2 facturi din perioadă nu sunt în arhivă/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'FCT-1002' }))
  expect(onOpen).toHaveBeenCalledWith('3002')
  fireEvent.click(screen.getByRole('button', { name: 'Lipsă din evidență (1)' }))
  await expect.poll(() => told.at(-1)?.params).toMatchObject({ id: 4, only: 'not-in-books', offset: 0 })
})

test('W-04 columns that are not found are asked for, and the file is read again with them', async () => {
  const { told, bring } = draw(() => ({ ...INSPECTION, columns: { ...INSPECTION.columns, total: null } }))
  bring()
  const compare = await screen.findByRole<HTMLButtonElement>('button', { name: 'Compară' })
  expect(compare.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Total cu TVA'), { target: { value: '2' } })
  await expect.poll(() => told.at(-1)?.params).toMatchObject({ columns: { total: 2 } })
})

test('W-04 a file that cannot be read says why, and another one can be chosen', async () => {
  const { bring } = draw(() => {
    throw toErrorBody(new RecipisaError('list-old-excel', { fileName: 'jurnal.xls' }))
  })
  bring()
  expect((await screen.findByRole('alert')).textContent).toContain('jurnal.xls')
  expect(screen.getByRole('button', { name: 'Alt fișier' })).toBeTruthy()
})

test('W-04 a file that the browser cannot read is named, with what to do; another one can be chosen', async () => {
  const { told, bring } = draw()
  const locked = new File(['x'], 'blocat.xlsx')
  locked.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  bring(locked)
  const notice = (await screen.findByRole('alert')).textContent
  expect(notice).toContain('Browserul nu poate citi fișierul blocat.xlsx')
  expect(notice).toContain('apoi alegeți-l din nou')
  expect(told).toEqual([])
  bring()
  await screen.findByRole('button', { name: 'Compară' })
})

test('W-04 the newest file counts: neither a slower older one nor a running comparison replaces it', async () => {
  const compared = Promise.withResolvers<Agreement>()
  const { told, ledger, bring } = draw(
    params => ({ ...INSPECTION, fileName: (params as { fileName: string }).fileName }),
    () => compared.promise,
  )
  const [slow, read] = [new File(['x'], 'vechi.csv'), Promise.withResolvers<ArrayBuffer>()]
  slow.arrayBuffer = () => read.promise
  const older = ledger.readFile(slow)
  bring()
  await screen.findByText('jurnal.csv')
  read.resolve(new ArrayBuffer(1))
  await older
  expect(screen.getByText('jurnal.csv')).toBeTruthy()
  const comparison = ledger.compare()
  await expect.poll(() => told.at(-1)?.method).toBe('ledgers.agree')
  await ledger.readFile(new File(['x'], 'nou.csv'))
  compared.resolve(AGREEMENT)
  await comparison
  expect(screen.getByText('nou.csv')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Rezultat' })).toBeNull()
})

test('W-04 a typed day stays when a column is chosen; a day that was not typed follows the ledger', async () => {
  const { told, ledger, bring } = draw(params => {
    const { columns } = params as { columns: { date?: number } }
    return columns.date === undefined ? INSPECTION : { ...INSPECTION, since: '2026-09-02', until: '2026-09-29' }
  })
  bring()
  const since = await screen.findByLabelText('De la data')
  fireEvent.input(since, { target: { value: '15.09.2026' } })
  fireEvent.blur(since)
  fireEvent.change(screen.getByLabelText('Data'), { target: { value: '1' } })
  await expect.poll(() => ledger.until.value).toBe('2026-09-29')
  expect(told.at(-1)?.params).toMatchObject({ columns: { date: 1 } })
  expect(ledger.since.value).toBe('2026-09-15')
  bring()
  await expect.poll(() => ledger.since.value).toBe('2026-10-01')
})

test('W-04 nothing is compared while the file is read again with another column', async () => {
  const reread = Promise.withResolvers<LedgerInspection>()
  const { told, ledger, bring } = draw(params =>
    'date' in (params as { columns: object }).columns ? reread.promise : INSPECTION,
  )
  bring()
  const compare = await screen.findByRole<HTMLButtonElement>('button', { name: 'Compară' })
  const column = screen.getByLabelText<HTMLSelectElement>('Data')
  fireEvent.change(column, { target: { value: '1' } })
  await expect.poll(() => compare.disabled).toBe(true)
  expect(column.value).toBe('1')
  await ledger.compare()
  reread.resolve({
    ...INSPECTION,
    columns: { ...INSPECTION.columns, date: 1 },
    since: '2026-11-01',
    until: '2026-11-30',
  })
  await expect.poll(() => compare.disabled).toBe(false)
  fireEvent.click(compare)
  await screen.findByText('semnul totalului diferă')
  const asked = told.filter(({ method }) => method === 'ledgers.agree').map(({ params }) => params)
  expect(asked).toMatchObject([{ columns: { date: 1 }, since: '2026-11-01', until: '2026-11-30' }])
})

test('W-04 the sheet of a workbook is named, and another side has its own sheet read before it is compared', async () => {
  const sales = Promise.withResolvers<LedgerInspection>()
  const { told, bring } = draw(params => {
    const { fileName, columns } = params as { fileName: string; columns: { side: string } }
    if (fileName === 'jurnal.csv') return INSPECTION
    return columns.side === 'sent' ? sales.promise : { ...INSPECTION, fileName, sheet: 'Cumpărări' }
  })
  bring(new File(['x'], 'jurnal.xlsx'))
  await screen.findByText(/foaia Cumpărări/)
  const choose = (value: string) => fireEvent.change(screen.getByLabelText('Ce conține'), { target: { value } })
  choose('sent')
  const compare = screen.getByRole<HTMLButtonElement>('button', { name: 'Compară' })
  await expect.poll(() => compare.disabled).toBe(true)
  sales.resolve({ ...INSPECTION, fileName: 'jurnal.xlsx', sheet: 'Vânzări' })
  await screen.findByText(/foaia Vânzări/)
  expect(compare.disabled).toBe(false)
  // A text has one table, which can name the side of each row.
  bring()
  await screen.findByText('jurnal.csv')
  expect(screen.queryByText(/foaia/)).toBeNull()
  choose('received')
  await expect.poll(() => told.filter(({ method }) => method === 'ledgers.inspect')).toHaveLength(4)
  await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Compară' }).disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Compară' }))
  await screen.findByText('semnul totalului diferă')
})

test('W-04 a file brought during a comparison ends it', async () => {
  const { ledger, bring, received } = draw(undefined, () => new Promise(() => undefined))
  bring()
  fireEvent.click(await screen.findByRole('button', { name: 'Compară' }))
  await expect.poll(() => ledger.phase.value.is).toBe('comparing')
  await ledger.readFile(new File(['x'], 'nou.csv'))
  await expect.poll(() => received).toContainEqual({ cancel: expect.any(Number) })
})

test('W-04 columns chosen by hand stay with their sheet', async () => {
  const { told, ledger, bring } = draw(params => {
    const { side } = (params as { columns: { side?: string } }).columns
    return { ...INSPECTION, sheet: side === 'sent' ? 'Vânzări' : 'Cumpărări' }
  })
  bring()
  await screen.findByRole('button', { name: 'Compară' })
  await ledger.chooseColumn('total', 1)
  await ledger.chooseDirection('sent')
  const asked = told.filter(({ method }) => method === 'ledgers.inspect').map(({ params }) => params)
  expect(asked.at(-1)).toMatchObject({ columns: { side: 'sent' } })
  expect(asked.at(-1)).not.toMatchObject({ columns: { total: 1 } })
})

test('W-04 the columns stay open while the missing one is chosen', async () => {
  const { bring } = draw(params => {
    const { total } = (params as { columns: { total?: number } }).columns
    return { ...INSPECTION, columns: { ...INSPECTION.columns, total: total ?? null } }
  })
  bring()
  const columns = () => screen.getByText('Coloane').closest('details')
  await expect.poll(() => columns()?.open).toBe(true)
  fireEvent.change(screen.getByLabelText('Total cu TVA'), { target: { value: '2' } })
  await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Compară' }).disabled).toBe(false)
  expect(columns()?.open).toBe(true)
})

test('W-04 a result says what it is about, whatever is chosen above it afterwards', async () => {
  const { ledger, bring } = draw()
  bring()
  fireEvent.click(await screen.findByRole('button', { name: 'Compară' }))
  await screen.findByText('semnul totalului diferă')
  ledger.cui.value = undefined
  await screen.findByText('Alegeți firma')
  expect(screen.getByText('ACME SRL · Cumpărări (facturi primite) · 01.10.2026 – 31.10.2026')).toBeTruthy()
})

test('W-04 a double click on more rows brings them once', async () => {
  const { ledger, bring } = draw()
  bring()
  fireEvent.click(await screen.findByRole('button', { name: 'Compară' }))
  await screen.findByText('semnul totalului diferă')
  await Promise.all([ledger.more(), ledger.more()])
  expect(ledger.rows.value).toHaveLength(2)
})
