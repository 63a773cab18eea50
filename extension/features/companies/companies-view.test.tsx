// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Company } from '../../../shared/protocol/companies.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { CompaniesView } from './companies-view.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function draw(...changes: Partial<Company>[]) {
  const [first] = SETTLED.companies
  if (!first) throw new Error('no company')
  const onChoose = vi.fn()
  const companies = changes.map(change => ({ ...first, ...change }))
  const page = pageInMemory(connectHost(inMemoryHost().open), { companies })
  const { container } = render(<CompaniesView page={page} onChoose={onChoose} />)
  const names = () => [...container.querySelectorAll('.company-name')].map(name => name.textContent)
  return { onChoose, names }
}

const ALFA = { cui: '9010105', name: 'Alfa SRL' }
const REFUSED = { cui: '14399840', name: 'Zeta SRL', refused: 2, failed: 1 }
const DENIED = { cui: '1590082', name: null, rights: 'denied' } as const

test('the company with most problems comes first, and a click chooses it', () => {
  const { names, onChoose } = draw(ALFA, DENIED, REFUSED)
  expect(names()).toEqual(['Zeta SRL', 'CUI 1590082', 'Alfa SRL'])
  fireEvent.click(screen.getByRole('button', { name: /Zeta SRL.*2 cu erori · una nedescărcată/ }))
  expect(onChoose.mock.calls).toEqual([['14399840']])
})

test('a row says when its company was synced, in words that fit beside the rest in a narrow panel', () => {
  draw({ ...ALFA, archived: 153, syncedAt: -6 * 60_000 })
  expect(screen.getByText('9010105 · 153 arhivate · sincr. acum 6 min.')).toBeTruthy()
})

test('the filters say how many companies each leaves', () => {
  const { names } = draw(ALFA, DENIED, REFUSED)
  fireEvent.click(screen.getByRole('button', { name: 'Fără drepturi 1' }))
  expect(names()).toEqual(['CUI 1590082'])
  expect(screen.getByRole('button', { name: 'Cu probleme 2' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Toate 3' })).toBeTruthy()
})
