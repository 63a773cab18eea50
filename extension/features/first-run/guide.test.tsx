// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { Guide } from './guide.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

test('what was typed for the application is still there when the host has been away', async () => {
  const failure = signal<unknown>(undefined)
  const profile = { ...SETTLED.profile, clientId: null, redirectUri: null, hasClientSecret: false }
  const auth = { ...SETTLED.auth, state: 'disconnected' } as const
  const page = pageInMemory(connectHost(inMemoryHost().open), { profile, auth, companies: [], syncedAt: null })
  render(<Guide page={{ ...page, failure }} computer={{ system: 'linux', processor: 'x64' }} />)
  const clientId = () => screen.getByLabelText<HTMLInputElement>('Client ID')
  fireEvent.input(clientId(), { target: { value: 'e7b1c0' } })
  failure.value = new RecipisaError('host-missing')
  await screen.findByText('Descarcă pentru Linux')
  failure.value = undefined
  await expect.poll(() => screen.queryByText('Descarcă pentru Linux')).toBeNull()
  expect(clientId().value).toBe('e7b1c0')
})

test('U-09 without a host the guide says how each file of this system is installed, the archive for other Linuxes too', async () => {
  const failure = signal<unknown>(new RecipisaError('host-missing'))
  const page = pageInMemory(connectHost(inMemoryHost().open))
  render(<Guide page={{ ...page, failure }} computer={{ system: 'linux', processor: 'x64' }} />)
  await screen.findByText(/Instalați recipisa_.+_amd64\.deb .+ dezarhivați arhiva de alături și rulați install\.sh/)
})
