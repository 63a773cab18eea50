// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { type BookMark, UNMARKED } from '../../../shared/domain/books.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { BookSection } from './book-section.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

/** The section of an invoice whose mark the host stores; returns the host's requests. */
function draw(book: BookMark = UNMARKED) {
  const told: unknown[] = []
  let mark = book
  const { open } = inMemoryHost({
    'books.mark': params => {
      told.push(params)
      const { state = mark.state, note = mark.note } = params as Partial<BookMark>
      mark = { ...mark, state, note, at: Date.UTC(2026, 9, 31, 10), by: 'ana' }
      return { changed: 1, selected: 1 }
    },
    'invoices.get': () => ({
      item: {
        ...{ id: '7', twinId: null, uploadIndex: '70', cui: '14399840', kind: 'received', direction: 'received' },
        ...{ type: 'FACTURA PRIMITA', createdAt: 1, details: '', sellerCui: null, buyerCui: null, state: 'archived' },
        ...{ unread: false, invoice: null, book: mark },
      },
      ...{ sha256: null, size: null, document: null, errors: [], thread: [], hasPdf: false, missing: null },
    }),
  })
  const onMarked = vi.fn()
  const host = connectHost(open)
  const looks = signal(0)
  const Section = () => <BookSection host={host} id="7" book={book} seen={looks.value} onMarked={onMarked} />
  render(<Section />)
  return {
    told,
    onMarked,
    /** Another tab marks the invoice, and the page looks at the archive again. */
    markElsewhere(change: Partial<BookMark>) {
      mark = { ...mark, ...change }
      looks.value += 1
    },
  }
}
const pressed = () =>
  screen
    .getAllByRole('button')
    .filter(button => button.getAttribute('aria-pressed') === 'true')
    .map(button => button.textContent)

test('W-03 an invoice is marked as checked, and shows who did it and when', async () => {
  const { told, onMarked } = draw()
  expect(pressed()).toEqual(['Nouă'])
  fireEvent.click(screen.getByRole('button', { name: 'Verificată' }))
  await screen.findByText(/ana, 31\.10\.2026/)
  expect(pressed()).toEqual(['Verificată'])
  expect(told).toEqual([{ selection: { ids: ['7'] }, state: 'checked' }])
  expect(onMarked).toHaveBeenCalledOnce()
})

test('W-03 an exported invoice names its export', () => {
  draw({ state: 'exported', at: Date.UTC(2026, 9, 31, 10), by: 'ion', note: '', exportId: 12 })
  expect(pressed()).toEqual(['Exportată'])
  expect(screen.getByText(/^exportul 12: ion, /)).toBeTruthy()
})

test('W-03 a note is saved when its field is left, once, and one that is not saved says so', async () => {
  const { told } = draw()
  const field = screen.getByLabelText('Notă')
  fireEvent.input(field, { target: { value: 'NIR 118' } })
  fireEvent.blur(field)
  await screen.findByRole('status')
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Salvată')
  fireEvent.blur(field)
  expect(told).toEqual([{ selection: { ids: ['7'] }, note: 'NIR 118' }])
})

test('W-03 a note is saved before its field is left', async () => {
  const { told } = draw()
  fireEvent.input(screen.getByLabelText('Notă'), { target: { value: 'NIR 118' } })
  await expect.poll(() => told).toEqual([{ selection: { ids: ['7'] }, note: 'NIR 118' }])
})

test('W-03 an open invoice follows the state and the note that another tab sets', async () => {
  const { told, onMarked, markElsewhere } = draw()
  markElsewhere({ state: 'checked', note: 'NIR 118' })
  await expect.poll(pressed).toEqual(['Verificată'])
  await expect.poll(() => screen.getByLabelText<HTMLTextAreaElement>('Notă').value).toBe('NIR 118')
  expect(onMarked).toHaveBeenCalledOnce()
  fireEvent.blur(screen.getByLabelText('Notă'))
  expect(told).toEqual([])
})

test('W-03 a note that another tab has replaced is still shown, one that it only continued is not', async () => {
  const { told, markElsewhere } = draw()
  const field = screen.getByLabelText<HTMLTextAreaElement>('Notă')
  fireEvent.input(field, { target: { value: 'NIR 118' } })
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Salvată')
  markElsewhere({ note: 'NIR 119' })
  await screen.findByText('Din altă parte s-a scris peste textul de aici: „NIR 118”.')
  expect(field.value).toBe('NIR 119')
  markElsewhere({ note: 'NIR 120' })
  await expect.poll(() => field.value).toBe('NIR 120')
  expect(screen.getByText(/„NIR 118”/)).toBeTruthy()
  fireEvent.input(field, { target: { value: 'NIR 121' } })
  await expect.poll(() => told.length).toBe(2)
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Salvată')
  markElsewhere({ note: 'NIR 121, plătit' })
  await expect.poll(() => field.value).toBe('NIR 121, plătit')
  expect(screen.queryByText(/s-a scris/)).toBeNull()
})

test('W-03 a note that replaces what another tab has written names it', async () => {
  const { told, markElsewhere } = draw()
  const field = screen.getByLabelText<HTMLTextAreaElement>('Notă')
  fireEvent.input(field, { target: { value: 'NIR 119' } })
  markElsewhere({ note: 'NIR 118' })
  await screen.findByText(/^Între timp s-a scris din altă parte: „NIR 118”/)
  expect(field.value).toBe('NIR 119')
  await expect.poll(() => told).toEqual([{ selection: { ids: ['7'] }, note: 'NIR 119' }])
})
