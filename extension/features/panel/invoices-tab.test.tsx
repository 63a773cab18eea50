// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { drawPanel, openWindow } from './panel.fixture.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(openWindow)
afterEach(cleanup)

test('W-03 an export goes on while another tab is in front, and coming back shows how it went', async () => {
  const host = inMemoryHost()
  const page = pageInMemory(connectHost(host.open))
  const view = await drawPanel(page)
  fireEvent.click(screen.getByRole('button', { name: 'Export în contabilitate…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Exportă' }))
  const exported = () =>
    host.received.find(one => (one as { method?: string }).method === 'books.export') as { id: number } | undefined
  await expect.poll(exported).toBeDefined()
  const id = exported()?.id ?? 0
  fireEvent.click(screen.getByRole('tab', { name: 'Activitate' }))
  await screen.findByRole('heading', { name: 'Acum' })
  host.say({ id, progress: { done: 20, total: 43 } })
  fireEvent.click(screen.getByRole('tab', { name: 'Facturi' }))
  await screen.findByText('Se citesc facturile: 20 din 43')
  fireEvent.click(screen.getByRole('tab', { name: 'Activitate' }))
  await screen.findByRole('heading', { name: 'Acum' })
  host.say({ id, result: { export: null, taken: 2, unavailable: 0, problems: [] } })
  await expect.poll(() => view.bookExport.phase.value.is).toBe('done')
  fireEvent.click(screen.getByRole('tab', { name: 'Facturi' }))
  await screen.findByText('2 facturi exportate deja au fost lăsate deoparte.')
})
