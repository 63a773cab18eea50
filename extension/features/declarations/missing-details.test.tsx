// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { createDeclarationList } from './declaration-list.ts'
import { declarationOf } from './declarations.fixture.ts'
import { MissingDetails } from './missing-details.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const LOST = { state: 'unknown', origin: 'program', filingNumber: null } as const

function draw(change: Partial<Declaration>) {
  const declaration = declarationOf(3, change)
  const asked: unknown[] = []
  const answer = (params: unknown) => {
    asked.push(params)
    return { declaration: { ...declaration, state: 'processing' }, others: [] }
  }
  const host = inMemoryHost({
    'declarations.list': () => ({ items: [], total: 0 }),
    'declarations.setCompany': answer,
    'declarations.track': answer,
  })
  const page = pageInMemory(connectHost(host.open))
  const list = createDeclarationList(page.host, async () => undefined)
  const { container } = render(<MissingDetails declaration={declaration} page={page} list={list} />)
  return { asked, container }
}

function give(summary: string, value: string) {
  const details = screen.getByText(summary).closest('details') ?? expect.fail(`no ${summary}`)
  const form = within(details)
  fireEvent.input(form.getByRole('textbox', { hidden: true }), { target: { value } })
  fireEvent.click(form.getByRole('button', { hidden: true }))
}

test('D-03 the user can give the index of a declaration whose answer was lost; the request names that declaration', async () => {
  const { asked } = draw({ ...LOST, cui: '14399840' })
  give('Știți indexul?', 'abc')
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('Scrieți numărul')
  expect(asked).toEqual([])
  give('Știți indexul?', ' 1100000001 ')
  await vi.waitFor(() => expect(asked).toEqual([{ filingNumber: '1100000001', cui: '14399840', lost: 3 }]))
})

test('a typed CUI can be corrected until the status page lists the declaration; one from a PDF cannot', async () => {
  const { asked } = draw({ state: 'processing', origin: 'portal', cui: '34878414', period: null })
  give('CUI-ul este greșit?', 'RO 14399840')
  await vi.waitFor(() => expect(asked).toEqual([{ id: 3, cui: '14399840' }]))
  for (const change of [
    { period: { year: 2026, month: 10 } },
    { period: null, registrationNumber: 'INTERNT-1-2026' },
    { period: null, state: 'valid' },
  ] as const) {
    cleanup()
    expect(draw({ state: 'processing', origin: 'portal', cui: '34878414', ...change }).container.textContent).toBe('')
  }
})
