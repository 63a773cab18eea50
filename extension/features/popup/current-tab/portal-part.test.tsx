// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { PortalPage } from '../../../../shared/pages/portal-pages.ts'
import type { Declaration } from '../../../../shared/protocol/declarations.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { declarationOf } from '../../declarations/declarations.fixture.ts'
import { pageInMemory, SETTLED } from '../../page/page.fixture.ts'
import { PortalPart } from './portal-part.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const NOW = Date.parse('2026-11-21T10:00:00Z')
const MINUTE = 60_000
const FILED = { kind: 'filed', uploadIndex: '1100000009', fileName: '<b>d300</b>.pdf' } as const

function draw(content: PortalPage, items: Declaration[] = [], loadedAt = NOW) {
  const known = [...items]
  const captured: unknown[] = []
  const imported: unknown[] = []
  const host = inMemoryHost({
    'declarations.list': () => ({ items: known, total: known.length }),
    'declarations.captured': params => {
      captured.push(params)
      const declaration = declarationOf(9, { origin: 'portal', createdAt: NOW, filingNumber: FILED.uploadIndex })
      known.push(declaration)
      return { declaration }
    },
    'session.begin': () => ({ url: 'https://decl.localhost/WAS6DUS/' }),
    'session.import': params => {
      imported.push(params)
      return { services: [] }
    },
  })
  const overview = signal({ ...SETTLED })
  const page = {
    ...pageInMemory(connectHost(host.open)),
    overview,
    now: signal(NOW),
    changed: async () => {
      overview.value = { ...SETTLED, declarations: { ...SETTLED.declarations, today: known.length } }
    },
  }
  const url = 'https://decl.localhost/WAS6DUS/displayFile.do'
  render(<PortalPart page={page} shown={{ kind: 'portal', tabId: 1, url, loadedAt, content }} />)
  return { captured, imported }
}

test('a click tracks an untracked declaration of a success page; the page’s words are drawn as text', async () => {
  const { captured } = draw(FILED)
  expect(screen.getByText('<b>d300</b>.pdf a fost depus cu indexul 1100000009.')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Urmărește această declarație' }))
  expect(await screen.findByText('Declarația este urmărită.')).toBeTruthy()
  expect(captured).toEqual([{ uploadIndex: '1100000009', fileName: '<b>d300</b>.pdf' }])
  expect(screen.queryByRole('button', { name: 'Urmărește această declarație' })).toBeNull()
})

test('today’s declarations are counted and named, those of other days are not', async () => {
  draw({ kind: 'upload-form' }, [
    declarationOf(2, { createdAt: NOW, form: 'D112' }),
    declarationOf(1, { createdAt: NOW - 86_400_000, form: 'D390' }),
  ])
  expect(await screen.findByText('Azi s-a depus o declarație')).toBeTruthy()
  expect(screen.getByText('D112 · octombrie 2026')).toBeTruthy()
  expect(screen.queryByText(/D390/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('D-03 a declaration of this page that was not found in three weeks of searching says so', async () => {
  const lost = { state: 'unknown', filingNumber: FILED.uploadIndex, createdAt: NOW - 22 * 86_400_000 } as const
  draw(FILED, [declarationOf(9, { ...lost, checkedAt: NOW, nextCheckAt: null })])
  expect(await screen.findByText('Negăsită la ANAF; căutați-o pe portal')).toBeTruthy()
})

test('the tab’s session shows its time left and is offered while it lasts, never on an unknown page', () => {
  draw({ kind: 'upload-form' }, [], NOW - 3 * MINUTE)
  expect(screen.getByText('Sesiunea din această filă: încă 7 minute')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Folosește această sesiune' })).toBeTruthy()
  cleanup()
  draw({ kind: 'upload-form' }, [], NOW - 11 * MINUTE)
  expect(screen.getByText(/^Sesiunea din această filă a expirat probabil/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  for (const content of [{ kind: 'unknown' }, { kind: 'logon' }, { kind: 'wall' }] as const) {
    cleanup()
    draw(content)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByText(/^Sesiunea din această filă/)).toBeNull()
  }
})

test('the session that a click hands over is the one of this tab, in a private window or a container too', async () => {
  const cookie = { name: 'MRHSession', domain: 'decl.localhost', path: '/', secure: true, httpOnly: true }
  vi.spyOn(fakeBrowser.cookies, 'getAllCookieStores').mockImplementation((async () => [
    { id: 'default', tabIds: [2] },
    { id: 'private', tabIds: [1] },
  ]) as never)
  vi.spyOn(fakeBrowser.cookies, 'getAll').mockImplementation((async ({ storeId = 'default' }) => [
    { ...cookie, value: `of ${storeId}`, storeId },
  ]) as never)
  const { imported } = draw({ kind: 'upload-form' })
  fireEvent.click(screen.getByRole('button', { name: 'Folosește această sesiune' }))
  const cookies = [{ ...cookie, value: 'of private', expires: null }]
  await expect.poll(() => imported).toEqual([{ service: 'portal', cookies }])
  vi.restoreAllMocks()
})
