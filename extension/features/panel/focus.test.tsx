// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { focused, press } from '../../ui/keyboard.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { drawPanel, openWindow } from './panel.fixture.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(openWindow)
afterEach(cleanup)

const UNREAD = SETTLED.companies.map(company => ({ ...company, unread: 2 }))

/** A panel with unread invoices and something to do. */
async function draw() {
  const host = inMemoryHost({
    'today.get': () => ({ day: '2026-11-20', at: 1, items: [], total: 0, due: 3, freeDaysFile: '' }),
    'invoices.markSeen': () => ({}),
  })
  const overview = signal<Overview | undefined>({ ...SETTLED, companies: UNREAD })
  const page = pageInMemory(connectHost(host.open))
  const changed = async () => {
    overview.value = SETTLED
  }
  await drawPanel({ ...page, overview, changed })
}

test('U-08 what the attention line leads to has the focus; a line that was put away leaves it on the chosen tab', async () => {
  await draw()
  press(await screen.findByRole('button', { name: 'Vezi' }))
  const heading = await screen.findByRole('heading', { name: 'Termene' })
  await expect.poll(focused).toBe(heading)
  fireEvent.click(screen.getByRole('tab', { name: 'Facturi' }))
  press(await screen.findByRole('button', { name: 'Ascunde până apare ceva nou' }))
  await expect.poll(focused).toBe(screen.getByRole('tab', { name: 'Facturi' }))
})

test('U-08 marking all as read leaves the focus on the list', async () => {
  await draw()
  press(await screen.findByRole('button', { name: 'Marchează toate ca citite' }))
  await expect.poll(focused).toBe(screen.getByRole('listbox'))
})

test('U-08 an export that is not made gives the focus back to the button that asked for it', async () => {
  await draw()
  const opener = screen.getByRole('button', { name: 'Export în contabilitate…' })
  press(opener)
  press(await screen.findByRole('button', { name: 'Renunță' }))
  await expect.poll(focused).toBe(opener)
  press(opener)
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  await expect.poll(focused).toBe(opener)
})
