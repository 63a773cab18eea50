// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { createDeclarationList } from './declaration-list.ts'
import { DeclarationRow } from './declaration-row.tsx'
import { declarationOf } from './declarations.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function canBeChecked(change: Partial<Declaration>): boolean {
  cleanup()
  const page = pageInMemory(connectHost(inMemoryHost({}).open))
  const list = createDeclarationList(page.host, async () => undefined)
  render(<DeclarationRow declaration={declarationOf(1, change)} page={page} list={list} />)
  return screen.queryByRole('button', { name: 'Verifică acum' }) !== null
}

test('D-07 a receipt that is not here can be asked for whatever the outcome, and none where there is none', () => {
  for (const state of ['processing', 'unknown', 'valid', 'has-errors', 'not-a-document'] as const)
    expect(canBeChecked({ state }), state).toBe(true)
  for (const state of ['sending', 'not-sent', 'rejected'] as const) expect(canBeChecked({ state }), state).toBe(false)
  expect(canBeChecked({ state: 'has-errors', receipt: 'archived' })).toBe(false)
  expect(canBeChecked({ state: 'valid', isCounter: true })).toBe(false)
})

test('a filing that only a page has told of is said to be that, and not to be processed', () => {
  const page = pageInMemory(connectHost(inMemoryHost({}).open))
  const list = createDeclarationList(page.host, async () => undefined)
  const madeUp = declarationOf(1, { state: 'processing', origin: 'portal', isUnconfirmed: true })
  render(<DeclarationRow declaration={madeUp} page={page} list={list} />)
  expect(screen.getByRole('status').textContent).toBe('Văzută pe pagină, încă neconfirmată')
  expect(screen.getByText(/Se confirmă când apare în pagina de stare/)).toBeTruthy()
  cleanup()
  const confirmed = declarationOf(1, { state: 'processing', origin: 'portal', isUnconfirmed: false })
  render(<DeclarationRow declaration={confirmed} page={page} list={list} />)
  expect(screen.getByRole('status').textContent).toBe('În prelucrare')
})
