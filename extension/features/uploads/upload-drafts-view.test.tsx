// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { Inspection, Upload } from '../../../shared/protocol/uploads.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { focused, press } from '../../ui/keyboard.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { createUploadDrafts } from './upload-drafts.ts'
import { UploadDraftsView } from './upload-drafts-view.tsx'
import { createUploadList } from './upload-list.ts'
import { inspectionOf, uploadOf } from './uploads.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const SIGNED_OUT: Overview['auth'] = {
  state: 'disconnected',
  serial: null,
  previousSerial: null,
  clientAppId: null,
  roles: [],
  accessExpiresAt: null,
  refreshExpiresAt: null,
  signature: 'unchecked',
  keptIn: 'credential-store',
}

async function draw(inspection: Partial<Inspection>, sent: Upload, overview: Partial<Overview> = {}) {
  const host = inMemoryHost({
    'uploads.inspect': () => inspectionOf('b'.repeat(64), inspection),
    'uploads.send': () => ({ attempt: sent }),
    'invoices.validate': () => ({
      state: 'nok',
      findings: [{ rule: 'BR-CO-09', text: 'The Seller VAT identifier shall have a prefix.' }],
      traceId: null,
      access: 'public',
    }),
  })
  const page = pageInMemory(connectHost(host.open), overview)
  const uploadList = createUploadList(page.host, page.changed)
  const uploadDrafts = createUploadDrafts(page.host, uploadList)
  render(<UploadDraftsView page={page} uploadDrafts={uploadDrafts} uploadList={uploadList} />)
  await uploadDrafts.take([new File(['<Invoice/>'], 'factura.xml')])
  const methods = () => host.received.map(frame => (frame as { method: string }).method)
  return { methods, uploadDrafts }
}

test('an upload is shown before it is sent: parties, number, total, company', async () => {
  await draw({}, uploadOf(1, 'ok'))
  const card = await screen.findByRole('listitem')
  for (const words of ['FCT-1', 'ACME SRL', 'ROMTEST SRL', '119,00', '20.11.2026', 'factura.xml', 'Cu drepturi în SPV'])
    expect(card.textContent).toContain(words)
})

test('a credit note has its minus before it is sent, too', async () => {
  const { invoice } = inspectionOf('b'.repeat(64))
  await draw({ standard: 'CN', invoice: invoice && { ...invoice, type: 'credit-note' } }, uploadOf(1, 'ok'))
  expect((await screen.findByRole('listitem')).textContent).toContain('-119,00')
})

test('a double click on the confirmation uploads once, and the state is shown on the card', async () => {
  const { methods } = await draw({}, uploadOf(1, 'ok'))
  const button = await screen.findByRole('button', { name: 'Transmite o factură' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByText('Validată')
  expect(methods().filter(method => method === 'uploads.send')).toHaveLength(1)
})

test('a refused upload shows its findings by rule, with their file', async () => {
  const findings = [
    'E: validari globale  SCHEMATRON   eroare: [BR-CO-09]-The Seller VAT identifier shall have a prefix',
  ]
  await draw({}, uploadOf(1, 'nok', { findings }))
  fireEvent.click(await screen.findByRole('button', { name: 'Transmite o factură' }))
  await screen.findByText('BR-CO-09')
  expect(screen.getByRole('heading', { name: 'O eroare în factura.xml' })).toBeTruthy()
})

test('E-06 content uploaded before names the earlier upload, and is sent again only after a tick', async () => {
  await draw({ earlier: [uploadOf(9, 'ok')] }, uploadOf(10, 'ok'))
  expect(await screen.findByText(/Același conținut a fost transmis la .* cu indexul 5001120362: Validată/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nimic de transmis' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: /Transmite încă o dată/ }))
  expect(await screen.findByRole('button', { name: 'Transmite o factură' })).toHaveProperty('disabled', false)
})

test('without a sign-in a file can be validated but not uploaded', async () => {
  const { methods } = await draw({ cui: null }, uploadOf(1, 'ok'), { auth: SIGNED_OUT, companies: [] })
  fireEvent.click(await screen.findByRole('button', { name: 'Validează' }))
  await screen.findByText('BR-CO-09')
  expect(screen.queryByRole('button', { name: /^Transmite/ })).toBeNull()
  expect(methods()).toEqual(['uploads.inspect', 'invoices.validate'])
})

test('E-01 the seller never uploads for a buyer without a CUI: the company is asked for', async () => {
  const { invoice } = inspectionOf('b'.repeat(64))
  const buyer = { cui: '9010105', name: 'ROMTEST SRL', rights: 'granted' } as const
  const company = { ...buyer, addedAt: 1, syncedAt: 2, archived: 3, unread: 0, refused: 0, failed: 0, pending: 0 }
  const foreign = invoice && { ...invoice, buyerCui: 'DE123456789' }
  await draw({ invoice: foreign }, uploadOf(1, 'ok'), { companies: [company] })
  expect(await screen.findByRole('button', { name: 'Transmite o factură' })).toBeTruthy()
  const selfBilled = screen.getByRole('checkbox', { name: /^Autofactură/ })
  fireEvent.click(selfBilled)
  await expect.poll(() => screen.queryByRole('button', { name: 'Nimic de transmis' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Se transmite în numele'), { target: { value: '9010105' } })
  expect(await screen.findByRole('button', { name: 'Transmite o factură' })).toBeTruthy()
  fireEvent.click(selfBilled)
  await expect.poll(() => screen.queryByLabelText('Se transmite în numele')).toBeNull()
  expect(screen.getByText('ACME SRL', { selector: 'strong' })).toBeTruthy()
})

test('U-08 a file that is removed leaves the focus on the next one, and the last one on the heading', async () => {
  const { uploadDrafts } = await draw({}, uploadOf(1, 'ok'))
  await uploadDrafts.take([new File(['<Invoice/>'], 'a-doua.xml'), new File(['<Invoice/>'], 'a-treia.xml')])
  const remover = (name: string) => screen.getByRole('button', { name: `Scoate fișierul ${name}` })
  const remove = (name: string) => press(remover(name))
  remove('factura.xml')
  await expect.poll(focused).toBe(remover('a-doua.xml'))
  remove('a-treia.xml')
  await expect.poll(focused).toBe(remover('a-doua.xml'))
  remove('a-doua.xml')
  await expect.poll(focused).toBe(screen.getByRole('heading', { name: 'Transmite facturi' }))
})

test('a file that cannot be sent does not keep the others from being finished', async () => {
  const { uploadDrafts } = await draw({}, uploadOf(1, 'ok'))
  const large = new File(['<Invoice/>'], 'mare.xml')
  Object.defineProperty(large, 'size', { value: 12_000_000 })
  await uploadDrafts.take([large])
  fireEvent.click(await screen.findByRole('button', { name: 'Transmite o factură' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Gata' }))
  expect(uploadDrafts.open.value).toBe(false)
  expect(uploadDrafts.drafts.value.map(({ fileName }) => fileName)).toEqual(['mare.xml'])
})
