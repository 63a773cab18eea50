// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { Inspection, Upload } from '../../../shared/protocol/uploads.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
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
  return { methods }
}

test('what is about to be filed is shown before it is: parties, number, total, company', async () => {
  await draw({}, uploadOf(1, 'ok'))
  const card = await screen.findByRole('listitem')
  for (const words of ['FCT-1', 'ACME SRL', 'ROMTEST SRL', '119,00', '20.11.2026', 'factura.xml', 'Cu drepturi în SPV'])
    expect(card.textContent).toContain(words)
})

test('a double click on the confirmation files once, and the state is shown on the card', async () => {
  const { methods } = await draw({}, uploadOf(1, 'ok'))
  const button = await screen.findByRole('button', { name: 'Transmite o factură' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByText('Validată')
  expect(methods().filter(method => method === 'uploads.send')).toHaveLength(1)
})

test('a refused filing shows its findings by rule, with the file that they belong to', async () => {
  const findings = [
    'E: validari globale  SCHEMATRON   eroare: [BR-CO-09]-The Seller VAT identifier shall have a prefix',
  ]
  await draw({}, uploadOf(1, 'nok', { findings }))
  fireEvent.click(await screen.findByRole('button', { name: 'Transmite o factură' }))
  await screen.findByText('BR-CO-09')
  expect(screen.getByRole('heading', { name: 'O eroare în factura.xml' })).toBeTruthy()
})

test('E-06 what was filed before names the earlier filing, and files again only after the box is ticked', async () => {
  await draw({ earlier: [uploadOf(9, 'ok')] }, uploadOf(10, 'ok'))
  expect(await screen.findByText(/Același conținut a fost transmis la .* cu indexul 5001120362: Validată/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nimic de transmis' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: /Transmite încă o dată/ }))
  expect(await screen.findByRole('button', { name: 'Transmite o factură' })).toHaveProperty('disabled', false)
})

test('somebody who never signed in can have a file checked, and is offered no filing', async () => {
  const { methods } = await draw({ cui: null }, uploadOf(1, 'ok'), { auth: SIGNED_OUT, companies: [] })
  fireEvent.click(await screen.findByRole('button', { name: 'Validează' }))
  await screen.findByText('BR-CO-09')
  expect(screen.queryByRole('button', { name: /^Transmite/ })).toBeNull()
  expect(methods()).toEqual(['uploads.inspect', 'invoices.validate'])
})
