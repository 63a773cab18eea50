// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { ownerName } from '../../locales/owner-name.ts'
import { mailTitle, typeName } from './labels.ts'
import { mailOf } from './mailbox.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

test('a known type has a readable name, an unknown one stays as the authority has it', () => {
  expect(typeName('RASPUNS SOLICITARE ')).toBe('Răspuns la o solicitare')
  expect(typeName('MESAJ TIP NOU')).toBe('MESAJ TIP NOU')
  expect(typeName('DECIZIE DE IMPUNERE')).toBe('DECIZIE DE IMPUNERE')
  expect(typeName(' ')).toBe('Mesaj')
})

test('a receipt is called by its form and period, as far as it says them', () => {
  const receipt = {
    cui: null,
    form: 'D300',
    registrationNumber: null,
    uploadIndex: null,
    registeredOn: null,
    period: { year: 2026, month: 10 },
  }
  expect(mailTitle(mailOf('1', { receipt }))).toBe('Recipisă D300 · 10.2026')
  expect(mailTitle(mailOf('1', { receipt: { ...receipt, period: { year: 2025, month: null } } }))).toBe(
    'Recipisă D300 · 2025',
  )
  expect(mailTitle(mailOf('1', { receipt: { ...receipt, form: null, period: null } }))).toBe('Recipisă')
})

test('whoever has no name is called by the number: a company’s CUI or a person’s CNP', () => {
  expect(ownerName({ companyName: null, cui: '14399840' })).toBe('CUI 14399840')
  expect(ownerName({ companyName: null, cui: '1900101410011' })).toBe('CNP 1900101410011')
})
