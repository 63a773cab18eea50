import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { VatRecord } from '../../../shared/domain/registers.ts'
import { found, lookupOf, NOT_FOUND, PENDING, vatRecordOf } from './panel/lookups.fixture.ts'
import { statusLines } from './status-lines.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const lines = (changes: Partial<VatRecord>, language: 'ro' | 'en' = 'ro') =>
  statusLines(lookupOf({ vat: found(vatRecordOf(changes)) }), language)
const line = (id: string, changes: Partial<VatRecord>) => lines(changes).find(each => each.id === id)
const period = (from: string | null, to: string | null) => ({ from, to, cancelledOn: null, note: '' })
const inactive = (changes: Partial<VatRecord['inactive']>) => ({
  inactive: { ...vatRecordOf().inactive, ...changes },
})

test('a usual company in five lines', () => {
  expect(lines({}).map(({ id, tone, text }) => [id, tone, text])).toEqual([
    ['vat', 'good', 'Plătitor de TVA din 01.01.2003'],
    ['vat-on-collection', 'idle', 'Fără TVA la încasare'],
    ['active', 'good', 'Activă'],
    ['split-vat', 'idle', 'Fără plată defalcată a TVA'],
    ['e-invoicing', 'idle', 'Nu este în registrul opțional RO e-Factura'],
  ])
})

test('P-12 a company outside the opt-in register is not said to refuse e-invoices, in either language', () => {
  const eInvoicing = { isRegistered: false, since: null }
  const texts = [lines({ eInvoicing }, 'ro'), lines({ eInvoicing }, 'en')].map(each => each.at(-1)?.text)
  expect(texts).toEqual(['Nu este în registrul opțional RO e-Factura', 'Not in the opt-in register RO e-Factura'])
  expect(line('e-invoicing', { eInvoicing: { isRegistered: true, since: '2024-07-01' } })).toMatchObject({
    tone: 'good',
    text: 'În registrul opțional RO e-Factura din 01.07.2024',
  })
})

test('a VAT payer is shown since the present period, whatever the order of the periods', () => {
  const periods = [period('2020-05-01', null), period('2003-01-01', '2010-06-30')]
  expect(line('vat', { vat: { isPayer: true, periods } })?.text).toBe('Plătitor de TVA din 01.05.2020')
  expect(line('vat', { vat: { isPayer: true, periods: [] } })?.text).toBe('Plătitor de TVA')
})

test('a former VAT payer is shown until the end of the latest period', () => {
  const periods = [period('2003-01-01', '2010-06-30'), period('2012-01-01', '2019-12-31')]
  expect(line('vat', { vat: { isPayer: false, periods } })?.text).toContain('până la 31.12.2019')
  expect(line('vat', { vat: { isPayer: false, periods: [] } })?.text).toBe('Neplătitor de TVA')
})

test('VAT on an earlier day is that of the day, although the register names later periods too', () => {
  const periods = [period('2021-03-01', null), period('2010-01-01', '2015-06-30')]
  expect(line('vat', { asOf: '2012-05-20', vat: { isPayer: true, periods } })?.text).toBe(
    'Plătitor de TVA din 01.01.2010',
  )
  expect(line('vat', { asOf: '2020-06-15', vat: { isPayer: false, periods } })?.text).toContain('până la 30.06.2015')
})

test('inactive and struck off are shown in red, both if both apply', () => {
  expect(lines(inactive({ isInactive: true, since: '2024-03-01' }))).toContainEqual({
    id: 'inactive',
    tone: 'bad',
    text: 'Inactivă fiscal din 01.03.2024',
  })
  const both = lines(inactive({ isInactive: true, since: '2019-01-02', isStruckOff: true, struckOffOn: '2021-03-04' }))
  expect(both.filter(({ tone }) => tone === 'bad').map(({ text }) => text)).toEqual([
    'Radiată la 04.03.2021',
    'Inactivă fiscal din 02.01.2019',
  ])
  expect(both.some(({ id }) => id === 'active')).toBe(false)
})

test('a struck-off company is shown as such even without a day', () => {
  expect(line('struck-off', inactive({ isStruckOff: true }))).toMatchObject({ tone: 'bad', text: 'Radiată' })
})

test('a company that was reactivated is active since then', () => {
  expect(line('active', inactive({ since: '2019-01-02', reactivatedOn: '2020-02-03' }))?.text).toBe(
    'Activă; reactivată la 03.02.2020',
  )
})

test('an unknown company, or one without an answer, has no lines', () => {
  for (const vat of [null, NOT_FOUND, PENDING]) expect(statusLines(lookupOf({ vat }), 'ro')).toEqual([])
})
