// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { ServiceSession } from '../../../shared/protocol/session.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { PortalConnection } from './portal-session.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const MINUTE = 60_000
const SESSION = { service: 'portal', state: 'active', since: 0, lastUsedAt: 0, keptIn: 'owner-only-file' } as const

function draw(session: Partial<ServiceSession>, now = 0) {
  const host = inMemoryHost({
    'session.test': () => ({ services: [{ ...SESSION, expiresAt: 10 * MINUTE }] }),
  })
  const sessions = [{ ...SESSION, expiresAt: 10 * MINUTE, ...session }]
  const clock = signal(now)
  const page = { ...pageInMemory(connectHost(host.open), { sessions }), now: clock }
  const changed = vi.fn(async () => undefined)
  render(<PortalConnection page={{ ...page, changed }} />)
  const asked = () => host.received.map(frame => (frame as { method: string }).method)
  return { clock, changed, asked }
}

test('G-10 the time that is left of the portal’s 10 minutes is shown, and a session past it shows as expired', async () => {
  const { clock } = draw({})
  expect(screen.getByText('sesiune activă · încă 10 minute')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  clock.value = 6 * MINUTE + 1
  expect(await screen.findByText('sesiune activă · încă 3 minute')).toBeTruthy()
  clock.value = 9 * MINUTE + 1
  expect(await screen.findByText('sesiune activă · încă sub un minut')).toBeTruthy()
  clock.value = 10 * MINUTE
  expect(await screen.findByText('sesiune expirată')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Conectare la portalul de declarații' })).toBeTruthy()
})

test('a session that ends soon is prolonged by a click', async () => {
  const { changed, asked } = draw({}, 7 * MINUTE)
  fireEvent.click(screen.getByRole('button', { name: 'Prelungește' }))
  await expect.poll(() => changed).toHaveBeenCalled()
  expect(asked()).toEqual(['session.test'])
})

test('G-12 without a session nothing begins by itself', () => {
  const { asked } = draw({ state: 'none', expiresAt: null })
  expect(screen.getByText('neconectat')).toBeTruthy()
  expect(asked()).toEqual([])
})
