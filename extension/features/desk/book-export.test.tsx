// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { Desk } from './desk.tsx'
import { createDesk } from './desk-state.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(() => {
  cleanup()
  location.hash = ''
})

const MADE = {
  ...{ id: 3, format: 'xlsx', at: 1, by: 'ana', invoices: 41, fileName: 'a.xlsx', size: 1, sha256: 'a'.repeat(64) },
}

/** The desk with one invoice selected and the dialog of its export open. */
async function draw() {
  const host = inMemoryHost({
    'documents.describe': () => {
      throw toErrorBody(new RecipisaError('book-export-gone', { id: 3 }))
    },
  })
  const page = pageInMemory(connectHost(host.open))
  const desk = await createDesk(page)
  desk.selection.value = { all: false, ids: new Set(['3001']) }
  render(<Desk page={page} desk={desk} />)
  fireEvent.click(screen.getByRole('button', { name: 'Export în contabilitate…' }))
  const exported = () =>
    host.received.find(one => (one as { method?: string }).method === 'books.export') as { id: number } | undefined
  return { host, desk, exported }
}

test('W-03 Escape and another table do not lose a running export: its outcome is there on coming back', async () => {
  const { host, desk, exported } = await draw()
  fireEvent.click(screen.getByRole('button', { name: 'Exportă' }))
  await expect.poll(exported).toMatchObject({ params: { selection: { ids: ['3001'] } } })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await expect.poll(() => screen.queryByText('Un rând ales')).toBeNull()
  expect(screen.getByRole('progressbar')).toBeTruthy()
  desk.showTable('messages')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  host.say({ id: exported()?.id ?? 0, result: { export: MADE, taken: 0, unavailable: 0, problems: [] } })
  await expect.poll(() => desk.bookExport.phase.value.is).toBe('done')
  desk.showTable('invoices')
  await screen.findByText('41 de facturi exportate.')
  // The file that could not be saved is still offered.
  expect(await screen.findByText(/nu mai este păstrat/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Închide' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('W-03 the keys of the desk leave the dialog of the export alone; a cleared selection closes an unsent one', async () => {
  const { desk } = await draw()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: ']' })
  expect(desk.view.value.table).toBe('invoices')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => desk.bookExport.open.value).toBe(false)
})
