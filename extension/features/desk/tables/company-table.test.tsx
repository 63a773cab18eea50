// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Company } from '../../../../shared/protocol/companies.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../../page/page.fixture.ts'
import { companyTable } from './company-table.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

test('a question about a company does not pass to another one that moves into its row', () => {
  const [acme] = SETTLED.companies
  if (!acme) throw new Error('no company')
  const other: Company = { ...acme, cui: '9010105', name: 'ROMTEST SRL' }
  const menu = companyTable(pageInMemory(connectHost(inMemoryHost().open))).columns.find(({ id }) => id === 'menu')
  // A row of the table stays and is given another company.
  const Cell = ({ company }: { company: Company }) => <div>{menu?.cell(company)}</div>
  const { rerender } = render(<Cell company={acme} />)
  fireEvent.click(screen.getByText('Redenumește'))
  expect(screen.getByLabelText('Denumirea firmei')).toHaveProperty('value', 'ACME SRL')
  rerender(<Cell company={other} />)
  expect(screen.queryByLabelText('Denumirea firmei')).toBeNull()
})
