// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Certificate, CertificateList } from '../../../shared/protocol/certificates.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { CertificateSettings } from './certificate-settings.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const MARIA: Certificate = {
  serial: 'A1B2',
  facts: {
    serial: 'A1B2',
    subject: 'IONESCU MARIA',
    issuer: 'certSIGN',
    validFrom: Date.UTC(2025, 11, 22),
    validUntil: Date.UTC(2026, 11, 22),
    usages: ['digital-signature', 'client-auth'],
  },
  state: 'expiring',
  daysLeft: 30,
  token: 'eToken',
  seenAt: 1,
  usedFor: ['e-invoicing'],
  companies: [
    { cui: '14399840', name: 'ACME SRL' },
    { cui: '361757', name: null },
  ],
}
const SHOWN: Certificate = {
  ...{ serial: 'C3', facts: null, state: 'unknown', daysLeft: null, token: null, seenAt: null },
  ...{ usedFor: [], companies: [] },
}
const MODULE = '/usr/lib/libeToken.so'
const LIST: CertificateList = {
  certificates: [MARIA, SHOWN],
  modules: [{ path: MODULE, isAdded: true, tokens: 1, error: null }],
}

/** Shows the settings for a host with this list; returns its requests. */
function show(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const host = inMemoryHost({ 'certificates.list': () => LIST, ...answers })
  render(<CertificateSettings page={pageInMemory(connectHost(host.open))} />)
  return host.received as { method: string; params: unknown }[]
}
const text = () => document.body.textContent ?? ''

test('H-11 a certificate is shown with holder, days left, issuer, use and companies; one of a sign-in by its serial', async () => {
  show()
  await expect.poll(text).toContain('IONESCU MARIA')
  for (const part of ['certSIGN', 'A1B2', '30', 'eToken', 'e-Factura', 'ACME SRL, CUI 361757'])
    expect(text()).toContain(part)
  const [, other] = screen.getAllByRole('article')
  expect(other?.textContent).toContain('C3')
})

test('H-11 a certificate that is neither in use nor on a token can be forgotten', async () => {
  const told = show({ 'certificates.forget': () => ({ forgotten: true }) })
  fireEvent.click(await screen.findByRole('button', { name: /Remove from|Elimină/ }))
  await expect
    .poll(() => told.map(({ method }) => method))
    .toEqual(['certificates.list', 'certificates.forget', 'certificates.list'])
  expect(told[1]?.params).toEqual({ serial: 'C3' })
})

test('H-11 a driver is added by its path and removed; one that cannot be read says why', async () => {
  const problem = {
    code: 'invalid-input',
    message: 'no',
    details: { reason: 'certificate-module-missing', params: { path: '/x.so' } },
  }
  const told = show({
    'certificates.addModule': () => {
      throw problem
    },
    'certificates.removeModule': () => ({ ...LIST, modules: [] }),
  })
  await expect.poll(text).toContain(MODULE)
  fireEvent.input(screen.getByRole('textbox'), { target: { value: '/x.so' } })
  fireEvent.click(screen.getByRole('button', { name: /^(Add|Adaugă)$/ }))
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('/x.so')
  fireEvent.click(screen.getByRole('button', { name: /^(Remove|Scoate)$/ }))
  await expect.poll(text).not.toContain(MODULE)
  expect(told.slice(1)).toMatchObject([
    { method: 'certificates.addModule', params: { path: '/x.so' } },
    { method: 'certificates.removeModule', params: { path: MODULE } },
  ])
})

test('H-11 a driver removed while it is still being read does not come back', async () => {
  const held = Promise.withResolvers<CertificateList>()
  const lists = [LIST, held.promise]
  const told = show({
    'certificates.list': () => lists.shift(),
    'certificates.removeModule': () => ({ ...LIST, modules: [] }),
  })
  await expect.poll(text).toContain(MODULE)
  fireEvent.click(screen.getByRole('button', { name: /^(Read again|Citește din nou)$/ }))
  await expect.poll(() => told.length).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: /^(Remove|Scoate)$/ }))
  await expect.poll(text).not.toContain(MODULE)
  held.resolve(LIST)
  await held.promise
  await expect.poll(() => document.querySelector('section')?.getAttribute('aria-busy')).toBe('false')
  expect(text()).not.toContain(MODULE)
})
