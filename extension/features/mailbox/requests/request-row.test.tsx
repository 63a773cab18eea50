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

function draw(state: Parameters<typeof requestOf>[1]) {
  const host = connectHost(inMemoryHost().open)
  const onAgain = vi.fn()
  const requests = createRequests(host, async () => undefined)
  const request = requestOf(1, state)
  render(<RequestRow {...{ request, requests, onAgain }} page={pageInMemory(host)} onOpen={() => undefined} />)
  return onAgain
}

test('a request whose answer was lost can be made once more; its message has no id to be looked for by', () => {
  const onAgain = draw('unknown')
  expect(screen.getByText('Nu se știe dacă a ajuns la ANAF')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verifică acum' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Solicită încă o dată' }))
  expect(onAgain).toHaveBeenCalledOnce()
})

test('one that waits for its document can be looked after', () => {
  draw('requested')
  expect(screen.getByRole('button', { name: 'Verifică acum' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Solicită încă o dată' })).toBeNull()
})
