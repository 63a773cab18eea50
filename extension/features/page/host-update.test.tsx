// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { PROTOCOL_VERSION, VERSION } from '../../../shared/domain/product.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { HostUpdate } from './host-update.tsx'
import { pageInMemory } from './page.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

async function draw(version: string): Promise<string> {
  const { open } = inMemoryHost(
    {},
    { event: 'hello', params: { version, protocol: PROTOCOL_VERSION, capabilities: [] } },
  )
  const page = pageInMemory(connectHost(open))
  render(<HostUpdate page={page} />)
  await page.host.hello()
  return document.body.textContent ?? ''
}

test('the panel tells of a newer host by the extension’s own version, and shows how to update', async () => {
  await draw('0.0.1')
  const notice = await screen.findByRole('status')
  expect(notice.textContent).toContain('0.0.1')
  expect(notice.textContent).toContain(VERSION)
  screen.getByRole('button', { name: 'Cum se actualizează' })
})

test('a host of the same or a later version is left in peace', async () => {
  for (const version of [VERSION, '99.0.0']) expect(await draw(version)).toBe('')
})
