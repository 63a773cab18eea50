// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { createDeclarationList } from './declaration-list.ts'
import { DeclarationRow } from './declaration-row.tsx'
import { declarationOf } from './declarations.fixture.ts'

const DAY = 86_400_000

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function canBeChecked(change: Partial<Declaration>): boolean {
  cleanup()
  const page = pageInMemory(connectHost(inMemoryHost({}).open))
  const list = createDeclarationList(page.host, async () => undefined)
  render(<DeclarationRow declaration={declarationOf(1, change)} page={page} list={list} />)
  return screen.queryByRole('button', { name: 'Verifică acum' }) !== null
}

test('D-07 a missing receipt can be requested whatever the outcome, but only if there is one', () => {
  for (const state of ['processing', 'unknown', 'valid', 'has-errors', 'not-a-document'] as const)
    expect(canBeChecked({ state }), state).toBe(true)
  for (const state of ['sending', 'not-sent', 'rejected'] as const) expect(canBeChecked({ state }), state).toBe(false)
  expect(canBeChecked({ state: 'has-errors', receipt: 'archived' })).toBe(false)
  expect(canBeChecked({ state: 'valid', isCounter: true })).toBe(false)
})

/** The page's clock stands at 0. */
test('D-06 a receipt that ANAF has not handed out in a day can be requested, until ANAF keeps it no longer', () => {
  const late = { state: 'valid', receipt: 'unavailable', filedOn: romaniaDay(-3 * DAY) } as const
  expect(canBeChecked(late)).toBe(true)
  expect(screen.getByText('ANAF nu a dat încă recipisa; verificați din nou mai târziu.')).toBeTruthy()
  expect(canBeChecked({ ...late, filedOn: romaniaDay(-62 * DAY) })).toBe(false)
  expect(screen.getByText(/Recipisa nu mai este disponibilă la ANAF/)).toBeTruthy()
})

test('D-03 a declaration that three weeks of searching did not find says so, unless a colleague’s seat searches for it', () => {
  const stateOf = (change: Partial<Declaration>) => {
    canBeChecked({ state: 'unknown', checkedAt: 0, ...change })
    return screen.getByRole('status').textContent
  }
  expect(stateOf({ nextCheckAt: null })).toBe('Negăsită la ANAF; căutați-o pe portal')
  expect(screen.getByText(/^Căutarea s-a încheiat după 21 de zile/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Verifică acum' })).toBeTruthy()
  const isSearched = 'Nu știm încă dacă a ajuns; verificăm'
  expect(stateOf({ nextCheckAt: 1 })).toBe(isSearched)
  expect(stateOf({ nextCheckAt: null, seat: 'ana' })).toBe(isSearched)
})

test('a declaration known only from a page is labelled so, and not as processing', () => {
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
