// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { AddCompany } from './add-company.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function draw(rights: 'granted' | 'denied', refusal?: RecipisaError) {
  const host = inMemoryHost({
    'companies.add': () => ({
      company: { cui: '14399840', name: null, rights, addedAt: 1, syncedAt: null, archived: 0, unread: 0 },
      refusal: refusal ? toErrorBody(refusal) : null,
    }),
  })
  const changed = vi.fn(async () => undefined)
  const page = { ...pageInMemory(connectHost(host.open)), changed }
  render(<AddCompany page={page} />)
  const add = (cui: string) => {
    fireEvent.input(screen.getByLabelText('CUI-ul firmei'), { target: { value: cui } })
    fireEvent.click(screen.getByRole('button', { name: 'Adaugă firma' }))
  }
  return { host, add, changed }
}

test('a wrong check digit is reported before any call', async () => {
  const { host, add } = draw('granted')
  add('RO 14399841')
  expect((await screen.findByRole('alert')).textContent).toContain('Cifra de control')
  expect(screen.getByLabelText('CUI-ul firmei').getAttribute('aria-invalid')).toBe('true')
  expect(host.opened).toBe(0)
})

test('a text that is not a CUI is reported before any call', async () => {
  const { host, add } = draw('granted')
  add('ACME')
  expect((await screen.findByRole('alert')).textContent).toContain('între 2 și 10 cifre')
  expect(host.opened).toBe(0)
})

test('adding a company shows whether there are rights for it', async () => {
  const note = 'Nu aveti drept in SPV pentru CIF=14399840'
  const { add, changed } = draw('denied', new RecipisaError('no-rights-for-company', { cui: '14399840', note }))
  add('RO 14399840')
  const text = (await screen.findByRole('status')).textContent
  expect(text).toContain('Nu aveți drepturi în SPV pentru CUI 14399840')
  expect(text).toContain(note)
  await expect.poll(() => changed.mock.calls.length).toBe(1)
})

test('a certificate without any rights is reported in the authority’s own words', async () => {
  const note = 'Nu exista niciun CIF pentru care sa aveti drept in SPV'
  const { add } = draw('denied', new RecipisaError('certificate-without-rights', { operation: 'x', note }))
  add('RO 14399840')
  const text = (await screen.findByRole('status')).textContent
  expect(text).toContain('pentru nicio firmă')
  expect(text).toContain(note)
  expect(text).not.toContain('pentru CUI')
})
