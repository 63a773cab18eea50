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

function draw() {
  const [company] = SETTLED.companies
  if (!company) throw new Error('no company')
  const calls: unknown[] = []
  const take = (method: string) => (params: unknown) => {
    calls.push([method, params])
    return method === 'lookups.get' ? { companies: [] } : { company }
  }
  const host = inMemoryHost({ 'companies.rename': take('rename'), 'lookups.get': take('lookups.get') })
  const onDone = vi.fn()
  render(<RenameCompany company={company} page={pageInMemory(connectHost(host.open))} onDone={onDone} />)
  return { calls, onDone }
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
