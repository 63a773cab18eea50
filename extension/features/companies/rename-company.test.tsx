// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { RenameCompany } from './rename-company.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function draw(register: Promise<void> = Promise.resolve()) {
  const [company] = SETTLED.companies
  if (!company) throw new Error('no company')
  const calls: unknown[] = []
  const take = (method: string) => async (params: unknown) => {
    calls.push([method, params])
    if (method === 'lookups.get') await register
    return method === 'lookups.get' ? { companies: [] } : { company }
  }
  const host = inMemoryHost({ 'companies.rename': take('rename'), 'lookups.get': take('lookups.get') })
  const onDone = vi.fn()
  const page = pageInMemory(connectHost(host.open))
  const { unmount } = render(<RenameCompany company={company} page={page} onDone={onDone} />)
  return { calls, onDone, page, unmount }
}

test('a company gets the name that is typed', async () => {
  const { calls, onDone } = draw()
  const field = screen.getByLabelText('Denumirea firmei')
  expect((field as HTMLInputElement).value).toBe('ACME SRL')
  fireEvent.input(field, { target: { value: '  ACME Construct ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Salvează denumirea' }))
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(calls).toEqual([['rename', { cui: '14399840', name: 'ACME Construct' }]])
})

test('the register is asked for its name before the typed one is taken back', async () => {
  const { calls, onDone } = draw()
  fireEvent.click(screen.getByRole('button', { name: 'Denumirea din registru' }))
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(calls).toMatchObject([
    ['lookups.get', { cuis: ['14399840'] }],
    ['rename', { cui: '14399840', name: null }],
  ])
})

test('nothing can be typed while the register is asked, for its name would replace it', async () => {
  const register = Promise.withResolvers<void>()
  const { calls, onDone } = draw(register.promise)
  const field = screen.getByLabelText<HTMLInputElement>('Denumirea firmei')
  expect(field.readOnly).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Denumirea din registru' }))
  await expect.poll(() => calls).toHaveLength(1)
  expect(field.readOnly).toBe(true)
  register.resolve()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
})

test('a register that answers after the form was closed changes no name and closes no other form', async () => {
  const register = Promise.withResolvers<void>()
  const { calls, onDone, page, unmount } = draw(register.promise)
  fireEvent.click(screen.getByRole('button', { name: 'Denumirea din registru' }))
  await expect.poll(() => calls).toHaveLength(1)
  unmount()
  register.resolve()
  // Answered after the two requests that the form would make.
  for (const cui of ['1', '2', '3']) await page.host.request('lookups.get', { cuis: [cui] })
  expect(calls).not.toContainEqual(['rename', expect.anything()])
  expect(onDone).not.toHaveBeenCalled()
})
