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

test('P-12 outside the opt-in register nothing is said of receiving e-invoices, in either language', () => {
  const eInvoicing = { isRegistered: false, since: null }
  const texts = [lines({ eInvoicing }, 'ro'), lines({ eInvoicing }, 'en')].map(each => each.at(-1)?.text)
  expect(texts).toEqual(['Nu este în registrul opțional RO e-Factura', 'Not in the opt-in register RO e-Factura'])
  expect(line('e-invoicing', { eInvoicing: { isRegistered: true, since: '2024-07-01' } })).toMatchObject({
    tone: 'good',
    text: 'În registrul opțional RO e-Factura din 01.07.2024',
  })
})

test('who pays VAT does so since the period that is under way, in whatever order the periods come', () => {
  const periods = [period('2020-05-01', null), period('2003-01-01', '2010-06-30')]
  expect(line('vat', { vat: { isPayer: true, periods } })?.text).toBe('Plătitor de TVA din 01.05.2020')
  expect(line('vat', { vat: { isPayer: true, periods: [] } })?.text).toBe('Plătitor de TVA')
})

test('who pays none any more did so until the end of the latest period', () => {
  const periods = [period('2003-01-01', '2010-06-30'), period('2012-01-01', '2019-12-31')]
  expect(line('vat', { vat: { isPayer: false, periods } })?.text).toContain('până la 31.12.2019')
  expect(line('vat', { vat: { isPayer: false, periods: [] } })?.text).toBe('Neplătitor de TVA')
})

test('inactive and struck off are said in red, both where both hold', () => {
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

test('a company that is struck off is said to be so without a day as well', () => {
  expect(line('struck-off', inactive({ isStruckOff: true }))).toMatchObject({ tone: 'bad', text: 'Radiată' })
})

test('a company that was reactivated is active since then', () => {
  expect(line('active', inactive({ since: '2019-01-02', reactivatedOn: '2020-02-03' }))?.text).toBe(
    'Activă; reactivată din 03.02.2020',
  )
})

test('of a company that the register does not know, or not yet, nothing is said', () => {
  for (const vat of [null, NOT_FOUND, PENDING]) expect(statusLines(lookupOf({ vat }), 'ro')).toEqual([])
})
