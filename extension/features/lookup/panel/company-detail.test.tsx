// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { REGISTER_FIELDS, REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import type { Register, RegisterField } from '../../../../shared/domain/registers.ts'
import type { CompanyLookup, StatementAnswer } from '../../../../shared/protocol/registers/lookups.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { pageInMemory } from '../../page/page.fixture.ts'
import { createCompanyPage } from './company.ts'
import { CompanyDetail } from './company-detail.tsx'
import { found, lookupOf, memberOf, NOT_FOUND, PENDING, statementOf, vatRecordOf } from './lookups.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const DOWN = { code: 'unreachable', message: 'down', details: { reason: 'registers-down' } } as const
const HOUR = 3_600_000

type Known = Partial<Pick<CompanyLookup, RegisterField>>

async function draw(known: Known, statements: StatementAnswer[] = [], changes: Partial<CompanyLookup> = {}) {
  const asked: { register: string; refresh: boolean }[] = []
  const marks: unknown[] = []
  const host = inMemoryHost({
    'lookups.get': params => {
      const { registers, refresh } = params as { registers: [Register]; refresh: boolean }
      const field = REGISTER_FIELDS[registers[0]]
      asked.push({ register: registers[0], refresh })
      return { companies: [lookupOf({ [field]: known[field] ?? NOT_FOUND, ...changes })] }
    },
    'lookups.statements': () => ({ statements }),
    'lookups.history': () => ({ items: [{ register: 'vat', day: '2026-11-20', answeredAt: 0, found: true }] }),
    'lookups.mark': params => {
      marks.push(params)
      return {
        company: { cui: '14399840', name: null, lookedUpAt: 1, favourite: false, note: '', ...(params as object) },
      }
    },
  })
  const page = pageInMemory(connectHost(host.open))
  const company = createCompanyPage(page.host, {
    cui: '14399840',
    day: undefined,
    thisYear: 2026,
    onKnown: () => undefined,
  })
  const loading = company.load()
  render(
    <CompanyDetail
      company={company}
      page={{ ...page, now: { ...page.now, value: 2 * HOUR } }}
      onBack={() => undefined}
    />,
  )
  await loading
  const register = (name: string) => {
    const box = screen.getByRole('heading', { name }).closest('.register')
    if (!(box instanceof HTMLElement)) throw new Error(`no register ${name}`)
    return within(box)
  }
  return { asked, marks, register, company }
}

test('one page shows all registers of a company, each with its own state', async () => {
  const { register } = await draw({
    vat: found(vatRecordOf()),
    farmers: { state: 'failed', record: null, answeredAt: null, isStale: false, error: DOWN },
    cult: found(memberOf({ isMember: true, from: '2020-05-01' })),
  })
  expect(screen.getByRole('heading', { name: 'ACME SRL' })).toBeTruthy()
  expect(register('TVA și date generale').getByText('Plătitor de TVA din 01.01.2003')).toBeTruthy()
  expect(register('RO e-Factura').getByText('Registrul nu are date despre acest CUI')).toBeTruthy()
  expect(register('Agricultori').getByText('Registrul nu a putut fi interogat')).toBeTruthy()
  expect(
    register('Unități de cult').getByText(/Înscrisă în registrul unităților de cult · din 01\.05\.2020/),
  ).toBeTruthy()
})

test('P-05 membership is the register’s yes or no, not whether the company was found', async () => {
  const { register } = await draw({ vat: found(vatRecordOf()), farmers: found(memberOf({ isMember: false })) })
  expect(register('Agricultori').getByText('Nu este în registrul agricultorilor')).toBeTruthy()
})

test('P-06 an answer for a day other than the requested one shows its day', async () => {
  const { register } = await draw({ cult: found(memberOf({ asOf: '2026-11-19' })) })
  expect(register('Unități de cult').getByText('Registrul a răspuns pentru 19.11.2026.')).toBeTruthy()
})

test('P-12 a company outside the opt-in register is never said to be unable to receive e-invoices', async () => {
  await draw({ vat: found(vatRecordOf({ eInvoicing: { isRegistered: false, since: null } })) })
  const words = document.body.textContent ?? ''
  expect(words).toContain('Nu este în registrul opțional RO e-Factura')
  expect(words).not.toMatch(/nu (mai )?poate primi/i)
})

test('P-13 empty fields of the register are not shown', async () => {
  await draw({ vat: found(vatRecordOf({ phone: '', iban: '' })) })
  expect(screen.queryByText('Telefon')).toBeNull()
  expect(screen.queryByText('IBAN')).toBeNull()
  expect(screen.getByText('J12/345/2002')).toBeTruthy()
  expect(document.body.textContent).not.toContain('Invalid')
})

test('P-14 every answer shows its age, and the registers can be queried again', async () => {
  const { asked, register } = await draw({ vat: found(vatRecordOf()) })
  expect(register('TVA și date generale').getByText('actualizat acum 2 ore')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Interoghează din nou registrele' }))
  await expect.poll(() => asked.filter(({ refresh }) => refresh).length).toBe(REGISTER_NAMES.length)
})

test('P-14 an older answer of a register that is down is shown as such, with the reason', async () => {
  const { register } = await draw({ vat: { ...found(vatRecordOf()), isStale: true, error: DOWN } })
  const vat = register('TVA și date generale')
  expect(vat.getByText('Răspuns mai vechi: registrul nu a putut fi interogat acum')).toBeTruthy()
  expect(vat.getByText('Plătitor de TVA din 01.01.2003')).toBeTruthy()
  expect(vat.getByText('actualizat acum 2 ore')).toBeTruthy()
})

test('P-08 a wrong check digit is shown, and the registers’ answers too', async () => {
  await draw({ vat: found(vatRecordOf()) }, [], { hasValidCheckDigit: false })
  expect(screen.getByText(/Cifra de control a acestui CUI nu se potrivește/)).toBeTruthy()
  expect(screen.getByText('Plătitor de TVA din 01.01.2003')).toBeTruthy()
})

test('P-04 statements are a table by year, with every indicator below, known or not', async () => {
  await draw({ vat: found(vatRecordOf()) }, [
    statementOf(2024, [
      { id: 'I13', value: 1_234_567, label: 'Cifra de afaceri neta' },
      { id: 'I19', value: 4500, label: 'Pierdere neta' },
      { id: 'I99', value: 17, label: 'Indicator nou' },
    ]),
    { year: 2025, ...NOT_FOUND },
  ])
  const rows = screen.getAllByRole('row').map(row => row.textContent)
  expect(rows).toContain('2025fără situație publicată')
  expect(rows).toContain('20241.234.567-4.500—')
  expect(rows).toContain('Indicator nou17')
})

test('P-14 statements show their age, and an older one why it could not be renewed', async () => {
  const older = {
    ...statementOf(2024, [{ id: 'I13', value: 7, label: 'Cifra de afaceri neta' }]),
    isStale: true,
    error: DOWN,
  }
  await draw({ vat: found(vatRecordOf()) }, [older])
  const section = within(screen.getByRole('region', { name: 'Situații financiare' }))
  expect(section.getByText('actualizat acum 2 ore')).toBeTruthy()
  expect(section.getAllByText('Răspuns mai vechi: registrul nu a putut fi interogat acum').length).toBeGreaterThan(0)
  expect(section.getByText(/down/)).toBeTruthy()
})

test('a note is saved when its field is left, and says so', async () => {
  const { marks } = await draw({ vat: found(vatRecordOf()) })
  const field = screen.getByLabelText('Notă')
  fireEvent.input(field, { target: { value: 'plătește la 60 de zile' } })
  expect(marks).toEqual([])
  fireEvent.blur(field)
  await screen.findAllByText('Salvată')
  fireEvent.blur(field)
  expect(marks).toEqual([{ cui: '14399840', note: 'plătește la 60 de zile' }])
})

test('a note still being edited is saved when its page closes, and before', async () => {
  const { marks } = await draw({ vat: found(vatRecordOf()) })
  fireEvent.input(screen.getByLabelText('Notă'), { target: { value: 'client bun' } })
  await expect.poll(() => marks).toEqual([{ cui: '14399840', note: 'client bun' }])
  fireEvent.input(screen.getByLabelText('Notă'), { target: { value: 'client foarte bun' } })
  cleanup()
  await expect.poll(() => marks.at(-1)).toEqual({ cui: '14399840', note: 'client foarte bun' })
})

test('the star keeps a company among the favourites', async () => {
  const { marks } = await draw({ vat: found(vatRecordOf()) })
  fireEvent.click(screen.getByRole('button', { name: 'Favorită' }))
  await expect.poll(() => screen.getByRole('button', { name: 'Favorită' }).getAttribute('aria-pressed')).toBe('true')
  expect(marks).toEqual([{ cui: '14399840', favourite: true }])
})

test('a register that is still being asked holds its place', async () => {
  const { company } = await draw({ vat: PENDING })
  expect(company.lookup.value?.vat?.state).toBe('pending')
  expect(screen.getByText('Neverificat')).toBeTruthy()
})
