// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { ConnectionSettings } from '../settings/connection-settings.tsx'
import { Reminder, reminderOf } from './reminder.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 10, 21, 12)
const authWith = (access: number, refresh: number): AuthStatus => ({
  state: 'connected',
  serial: '1234AA456',
  previousSerial: null,
  clientAppId: null,
  roles: [],
  accessExpiresAt: NOW + access * DAY,
  refreshExpiresAt: NOW + refresh * DAY,
  signature: 'verified',
  keptIn: 'credential-store',
})

function show(auth: AuthStatus) {
  const asked: string[] = []
  const answer = (method: string) => () => {
    asked.push(method)
    return method === 'auth.forget' ? { ...auth, state: 'disconnected' } : auth
  }
  const { open } = inMemoryHost({ 'auth.refresh': answer('auth.refresh'), 'auth.forget': answer('auth.forget') })
  return { page: { ...pageInMemory(connectHost(open), { auth }), now: signal(NOW) }, asked }
}

test('A-13 two weeks before the 365 days end the user is asked for the certificate, not before', () => {
  expect(reminderOf(authWith(80, 15), NOW)).toBeUndefined()
  const auth = authWith(80, 14)
  render(<Reminder page={show(auth).page} auth={auth} />)
  expect(screen.getByText(/14/).textContent).not.toBe('')
  expect(screen.getByRole('button', { name: /again|reconectare/i })).toBeDefined()
})

test('A-13 a token that could not be renewed in time before its 90 days end is said, with the way to renew it', async () => {
  expect(reminderOf(authWith(4, 300), NOW)).toBeUndefined()
  const auth = authWith(3, 300)
  const { page, asked } = show(auth)
  render(<Reminder page={page} auth={auth} />)
  fireEvent.click(screen.getByRole('button'))
  await expect.poll(() => asked).toEqual(['auth.refresh'])
})

test('a sign-in that has ended needs no reminder: the page asks for it anyway', () => {
  expect(reminderOf({ ...authWith(0, 0), state: 'expired' }, NOW)).toBeUndefined()
})

test('A-14 disconnecting says that the authority goes on accepting the tokens, what the portal does, and only then forgets', async () => {
  const auth = authWith(80, 300)
  const { page, asked } = show(auth)
  render(<ConnectionSettings page={page} auth={auth} />)
  fireEvent.click(screen.getByRole('button', { name: /^(Disconnect|Deconectare)$/ }))
  expect(document.body.textContent).toMatch(/portal/)
  expect(document.body.textContent).toMatch(/expir/)
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /^(Delete the authorization|Șterge autorizarea)$/ }))
  await expect.poll(() => asked).toEqual(['auth.forget'])
})
