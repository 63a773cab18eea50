// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { ConnectionSettings } from './connection-settings.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const AUTH: AuthStatus = {
  state: 'connected',
  serial: '1234AA456',
  previousSerial: null,
  clientAppId: null,
  roles: [],
  accessExpiresAt: null,
  refreshExpiresAt: null,
  signature: 'verified',
  keptIn: 'credential-store',
}

test('A-14 disconnecting first explains that the authority keeps accepting the tokens and how the portal ends that', async () => {
  const asked: string[] = []
  const { open } = inMemoryHost({
    'auth.forget': () => {
      asked.push('auth.forget')
      return { ...AUTH, state: 'disconnected' }
    },
  })
  render(
    <ConnectionSettings page={pageInMemory(connectHost(open), { auth: AUTH })} overview={{ ...SETTLED, auth: AUTH }} />,
  )
  fireEvent.click(screen.getByRole('button', { name: /^(Disconnect|Deconectare)$/ }))
  expect(document.body.textContent).toMatch(/portal/)
  expect(document.body.textContent).toMatch(/expir/)
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /^(Delete the authorization|Șterge autorizarea)$/ }))
  await expect.poll(() => asked).toEqual(['auth.forget'])
})

test('a check that ANAF answers after the click on Disconnect leaves the question open and says nothing', async () => {
  const tested = Promise.withResolvers<void>()
  const { open, received } = inMemoryHost({
    'auth.test': async () => {
      await tested.promise
      return { accepted: true }
    },
  })
  const page = pageInMemory(connectHost(open), { auth: AUTH })
  render(<ConnectionSettings page={page} overview={{ ...SETTLED, auth: AUTH }} />)
  const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
  const methods = () => received.map(frame => (frame as { method: string }).method)
  const check = /^(Check with ANAF|Verifică la ANAF)$/
  fireEvent.click(button(check))
  await expect.poll(methods).toEqual(['auth.test'])
  fireEvent.click(button(/^(Disconnect|Deconectare)$/))
  tested.resolve()
  // Answered after the one above.
  await page.host.request('auth.test', {})
  expect(screen.queryByText(/^(ANAF accepts|ANAF acceptă)/)).toBeNull()
  fireEvent.click(button(/^(Delete the authorization|Șterge autorizarea)$/))
  await expect.poll(methods).toEqual(['auth.test', 'auth.test', 'auth.forget'])
  expect(button(check).disabled).toBe(true)
})
