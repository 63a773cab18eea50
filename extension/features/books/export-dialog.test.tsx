// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { connectHost } from '../../host/client.ts'
import { type InMemoryHost, inMemoryHost } from '../../host/port.fixture.ts'
import { ExportDialog } from './export-dialog.tsx'
import { createExportRun } from './export-run.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const SELECTION = { filter: { cui: '14399840' } }
const MADE = {
  ...{ id: 3, format: 'saga', at: 1, by: 'ana', invoices: 41, fileName: 'saga.zip', size: 1, sha256: 'a'.repeat(64) },
}

function draw(host: InMemoryHost) {
  const onExported = vi.fn()
  const run = createExportRun(connectHost(host.open), onExported)
  run.show()
  const { unmount } = render(<ExportDialog run={run} selection={SELECTION} />)
  return { onExported, run, unmount }
}
const begin = () => fireEvent.click(screen.getByRole('button', { name: 'Exportă' }))
const sent = ({ received }: InMemoryHost, method: string) =>
  received.find(one => (one as { method?: string }).method === method) as { id: number; params: unknown } | undefined

test('W-03 the chosen format is asked for, progress is shown, and what was left out is named', async () => {
  const host = inMemoryHost({
    // Saving fails in this test: the export exists all the same, and can be saved again.
    'documents.describe': () => {
      throw toErrorBody(new RecipisaError('book-export-gone', { id: 3 }))
    },
  })
  const { onExported } = draw(host)
  fireEvent.click(screen.getByLabelText(/^SAGA C/))
  expect(screen.getByText(/nu a fost încercat/)).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Și facturile exportate deja'))
  begin()
  await expect
    .poll(() => sent(host, 'books.export')?.params)
    .toEqual({
      selection: SELECTION,
      format: 'saga',
      again: true,
      dates: 'dd.mm.yyyy',
    })
  const id = sent(host, 'books.export')?.id ?? 0
  host.say({ id, progress: { done: 20, total: 43 } })
  await screen.findByText('Se citesc facturile: 20 din 43')
  const error = toErrorBody(new RecipisaError('book-not-an-invoice', { id: '9' }))
  const problems = [{ id: '9', number: 'F-9', error }]
  host.say({ id, result: { export: MADE, taken: 1, unavailable: 1, problems } })
  await screen.findByText('41 de facturi exportate.')
  expect(screen.getByText('O factură exportată deja a fost lăsată deoparte.')).toBeTruthy()
  expect(screen.getByText('F-9')).toBeTruthy()
  expect(await screen.findByText(/nu mai este păstrat/)).toBeTruthy()
  expect(onExported).toHaveBeenCalledOnce()
})

test('W-03 an export that is stopped marks nothing and can be begun again; nothing to export is no failure', async () => {
  const host = inMemoryHost()
  const { run } = draw(host)
  begin()
  fireEvent.click(await screen.findByRole('button', { name: 'Oprește' }))
  const id = sent(host, 'books.export')?.id ?? 0
  await expect.poll(() => host.received).toContainEqual({ cancel: id })
  host.say({ id, error: toErrorBody(new RecipisaError('cancelled')) })
  await screen.findByRole('button', { name: 'Exportă' })
  expect(screen.queryByRole('alert')).toBeNull()
  begin()
  await expect.poll(() => host.received.filter(one => 'method' in (one as object)).length).toBe(2)
  host.say({ id: id + 1, result: { export: null, taken: 0, unavailable: 0, problems: [] } })
  await screen.findByText('Nicio factură de exportat.')
  fireEvent.click(screen.getByRole('button', { name: 'Închide' }))
  expect(run.open.value).toBe(false)
})

test('W-03 Escape closes the dialog before and after an export, never while it runs or its file is being saved', async () => {
  const host = inMemoryHost()
  const { run } = draw(host)
  const dialog = screen.getByRole('dialog')
  const pressEscape = () => fireEvent.keyDown(dialog, { key: 'Escape' })
  pressEscape()
  expect(run.open.value).toBe(false)
  run.show()
  begin()
  await expect.poll(() => sent(host, 'books.export')).toBeDefined()
  expect(document.activeElement).toBe(dialog)
  pressEscape()
  expect(run.open.value).toBe(true)
  host.say({
    id: sent(host, 'books.export')?.id ?? 0,
    result: { export: MADE, taken: 0, unavailable: 0, problems: [] },
  })
  await screen.findByText('Se salvează…')
  await expect.poll(() => sent(host, 'documents.describe')).toBeDefined()
  pressEscape()
  expect(run.open.value).toBe(true)
  const error = toErrorBody(new RecipisaError('book-export-gone', { id: 3 }))
  host.say({ id: sent(host, 'documents.describe')?.id ?? 0, error })
  await screen.findByText(/nu mai este păstrat/)
  pressEscape()
  expect(run.open.value).toBe(false)
})

test('W-03 a form that was not sent goes with its view; a running export stays for the next one', async () => {
  const host = inMemoryHost()
  const { run, unmount } = draw(host)
  unmount()
  expect(run.open.value).toBe(false)
  run.show()
  const again = render(<ExportDialog run={run} selection={SELECTION} />)
  begin()
  await expect.poll(() => sent(host, 'books.export')).toBeDefined()
  again.unmount()
  expect(run.open.value).toBe(true)
  host.say({ id: sent(host, 'books.export')?.id ?? 0, error: toErrorBody(new RecipisaError('export-empty')) })
  await expect.poll(() => run.phase.value.is).toBe('asking')
  render(<ExportDialog run={run} selection={undefined} />)
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exportă' }).disabled).toBe(true)
})

test('W-03 a file that takes long lets its dialog be closed, and one that then fails opens it again', async () => {
  const host = inMemoryHost()
  const { run } = draw(host)
  begin()
  await expect.poll(() => sent(host, 'books.export')).toBeDefined()
  const result = { export: MADE, taken: 0, unavailable: 0, problems: [] }
  host.say({ id: sent(host, 'books.export')?.id ?? 0, result })
  await expect.poll(() => sent(host, 'documents.describe')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Închide' }))
  expect([run.open.value, run.phase.value.is]).toEqual([false, 'asking'])
  const error = toErrorBody(new RecipisaError('book-export-gone', { id: 3 }))
  host.say({ id: sent(host, 'documents.describe')?.id ?? 0, error })
  await expect.poll(() => run.open.value).toBe(true)
  expect(await screen.findByText(/nu mai este păstrat/)).toBeTruthy()
})

test('W-03 the outcome of an export is not the answer to the next one', async () => {
  const host = inMemoryHost()
  const { run } = draw(host)
  begin()
  await expect.poll(() => sent(host, 'books.export')).toBeDefined()
  const result = { export: null, taken: 1, unavailable: 0, problems: [] }
  host.say({ id: sent(host, 'books.export')?.id ?? 0, result })
  await screen.findByText('Nicio factură de exportat.')
  run.show()
  expect(await screen.findByRole('button', { name: 'Exportă' })).toBeTruthy()
})

test('W-03 a file that fails during another export is told when that one is closed', async () => {
  const host = inMemoryHost()
  const { run } = draw(host)
  const exports = () =>
    host.received.filter(one => (one as { method?: string }).method === 'books.export') as { id: number }[]
  begin()
  await expect.poll(exports).toHaveLength(1)
  host.say({ id: exports()[0]?.id ?? 0, result: { export: MADE, taken: 0, unavailable: 0, problems: [] } })
  await expect.poll(() => sent(host, 'documents.describe')).toBeDefined()
  run.close()
  run.show()
  void run.begin({ selection: SELECTION, format: 'csv', again: false, dates: 'dd.mm.yyyy' })
  await expect.poll(exports).toHaveLength(2)
  const error = toErrorBody(new RecipisaError('book-export-gone', { id: 3 }))
  host.say({ id: sent(host, 'documents.describe')?.id ?? 0, error })
  host.say({ id: exports()[1]?.id ?? 0, result: { export: null, taken: 0, unavailable: 0, problems: [] } })
  await screen.findByText('Nicio factură de exportat.')
  run.close()
  expect(await screen.findByText(/nu mai este păstrat/)).toBeTruthy()
  run.close()
  expect(run.open.value).toBe(false)
})
