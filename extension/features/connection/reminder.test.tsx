// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
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
  const { open } = inMemoryHost({
    'auth.refresh': () => {
      asked.push('auth.refresh')
      return auth
    },
  })
  return { page: { ...pageInMemory(connectHost(open), { auth }), now: signal(NOW) }, asked }
}

test('A-13 the user is asked for the certificate two weeks before the 365 days end, not earlier', () => {
  expect(reminderOf(authWith(80, 15), NOW)).toBeUndefined()
  const auth = authWith(80, 14)
  render(<Reminder page={show(auth).page} overview={{ ...SETTLED, auth }} />)
  expect(screen.getByText(/14/).textContent).not.toBe('')
  expect(screen.getByRole('button', { name: /again|reconectare/i })).toBeDefined()
})

test('A-13 a failed renewal before the 90 days end is shown, with a button that renews', async () => {
  expect(reminderOf(authWith(4, 300), NOW)).toBeUndefined()
  const auth = authWith(3, 300)
  const { page, asked } = show(auth)
  render(<Reminder page={page} overview={{ ...SETTLED, auth }} />)
  fireEvent.click(screen.getByRole('button'))
  await expect.poll(() => asked).toEqual(['auth.refresh'])
})

test('A-13 on the last day the reminder says today, not in 0 days', () => {
  const say = (auth: AuthStatus) => {
    render(<Reminder page={show(auth).page} overview={{ ...SETTLED, auth }} />)
    const { textContent } = screen.getByRole('status')
    cleanup()
    return textContent
  }
  expect(say(authWith(80, 0))).toContain('Conectarea la e-Factura se încheie azi.')
  expect(say(authWith(0, 300))).toContain('Autorizarea e-Factura expiră azi')
})

test('E-28 tokens that are not used are not spoken of', () => {
  const [auth, profile] = [authWith(80, 1), { ...SETTLED.profile, access: 'certificate' as const }]
  const { container } = render(<Reminder page={show(auth).page} overview={{ ...SETTLED, auth, profile }} />)
  expect(container.textContent).toBe('')
})

test('a sign-in that has ended needs no reminder: the page asks for it anyway', () => {
  expect(reminderOf({ ...authWith(0, 0), state: 'expired' }, NOW)).toBeUndefined()
})
