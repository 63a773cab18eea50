// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { createDeclarationList } from './declaration-list.ts'
import { declarationOf } from './declarations.fixture.ts'
import { TrackForm } from './track-form.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const AT_COUNTER: StatusRow = {
  filingNumber: '555',
  isCounter: true,
  form: 'D700',
  state: 'valid',
  wording: 'Documentul este valid',
  registrationNumber: '7/123-2026',
  registeredOn: '2026-11-20',
  uploadedOn: '2026-11-20',
  hasReceipt: false,
}

test('of the company’s others, one submitted at a counter is tracked by its registration number', async () => {
  const asked: unknown[] = []
  const host = inMemoryHost({
    'declarations.track': params => {
      asked.push(params)
      return { declaration: declarationOf(1, { state: 'valid' }), others: asked.length === 1 ? [AT_COUNTER] : [] }
    },
  })
  const page = pageInMemory(connectHost(host.open))
  const list = createDeclarationList(page.host, async () => undefined)
  render(<TrackForm page={page} list={list} cui="14399840" />)
  fireEvent.input(screen.getByLabelText('Index de încărcare'), { target: { value: '1100000001' } })
  fireEvent.click(screen.getByRole('button', { name: 'Urmărește' }))
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('D700')
  expect(row.textContent).toContain('ghișeu')
  fireEvent.click(screen.getAllByRole('button', { name: 'Urmărește' })[1] ?? expect.fail('nothing is offered'))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toEqual({ filingNumber: '7/123-2026', cui: '14399840', isCounter: true })
})

test('a number typed while another is being tracked stays; the tracked one leaves the field', async () => {
  const host = inMemoryHost()
  const page = pageInMemory(connectHost(host.open))
  const list = createDeclarationList(page.host, async () => undefined)
  render(<TrackForm page={page} list={list} cui="14399840" />)
  const field = screen.getByLabelText<HTMLInputElement>('Index de încărcare')
  const asked = () =>
    (host.received as { id: number; method: string }[]).filter(({ method }) => method === 'declarations.track')
  const follow = async (value: string) => {
    const before = asked().length
    fireEvent.input(field, { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Urmărește' }))
    await expect.poll(asked).toHaveLength(before + 1)
  }
  const answer = async () => {
    host.say({ id: asked().at(-1)?.id ?? 0, result: { declaration: declarationOf(1, { state: 'valid' }), others: [] } })
    await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Urmărește' }).disabled).toBe(false)
  }
  await follow('1100000001')
  fireEvent.input(field, { target: { value: '1100000002' } })
  await answer()
  expect(field.value).toBe('1100000002')
  await follow('1100000002')
  await answer()
  expect(field.value).toBe('')
})
