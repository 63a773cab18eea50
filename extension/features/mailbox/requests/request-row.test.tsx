// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { pageInMemory } from '../../page/page.fixture.ts'
import { requestOf } from '../mailbox.fixture.ts'
import { RequestRow } from './request-row.tsx'
import { createRequests } from './requests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function draw(...[state, changes]: [Parameters<typeof requestOf>[1], Parameters<typeof requestOf>[2]?]) {
  const request = requestOf(1, state, changes)
  const host = connectHost(
    inMemoryHost({ 'requests.withdraw': () => ({ request: { ...request, state: 'not-sent' } }) }).open,
  )
  const onAgain = vi.fn()
  const requests = createRequests(host, async () => undefined)
  requests.take([request])
  const props = { requests, onAgain, page: pageInMemory(host), onOpen: () => undefined }
  const Rows = () => requests.items.value?.map(one => <RequestRow key={one.id} request={one} {...props} />)
  render(<Rows />)
  return onAgain
}

test('a request whose answer was lost can be sent once more; it has no id to look for its message', () => {
  const onAgain = draw('unknown')
  expect(screen.getByText('Nu se știe dacă a ajuns la ANAF')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verifică acum' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Solicită încă o dată' }))
  expect(onAgain).toHaveBeenCalledOnce()
})

test('a request that waits for its document can be checked', () => {
  draw('requested')
  expect(screen.getByRole('button', { name: 'Verifică acum' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Solicită încă o dată' })).toBeNull()
})

test('a request that waits for a sign-in can be withdrawn, and then be made again; one on its way cannot', async () => {
  const trouble = { code: 'auth-required', message: 'x', details: { reason: 'session-missing' } } as const
  const onAgain = draw('sending', { trouble })
  fireEvent.click(screen.getByRole('button', { name: 'Retrage solicitarea' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Solicită încă o dată' }))
  expect(onAgain).toHaveBeenCalledOnce()
  cleanup()
  draw('sending')
  expect(screen.queryByRole('button')).toBeNull()
})
