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
