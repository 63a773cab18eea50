// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { t } from '../../../locales/locale.ts'
import { knownOf } from './lookups.fixture.ts'
import { createLookups } from './lookups.ts'
import { SearchLine } from './search-line.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

/** The search, with a host that answers questions for known companies when the test lets it. */
function draw() {
  const asked: string[] = []
  const gate = Promise.withResolvers<void>()
  const host = inMemoryHost({
    'lookups.known': async params => {
      const { search } = params as { search: string }
      asked.push(search)
      await gate.promise
      const items = search === 'acme' ? [knownOf('14399840', 'ACME SRL')] : []
      return { items, total: items.length }
    },
    'lookups.get': () => new Promise(() => undefined),
    'lookups.history': () => ({ items: [] }),
    'lookups.statements': () => ({ statements: [] }),
  })
  const now = Date.parse('2026-11-28T10:00:00Z')
  const lookups = createLookups(connectHost(host.open), () => now)
  render(<SearchLine lookups={lookups} now={now} />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  const type = (value: string) => fireEvent.input(field, { target: { value } })
  const enter = () => fireEvent.click(screen.getByText(t('lookup-submit')))
  return { asked, answer: gate.resolve, lookups, field, type, enter }
}

test('U-03 what is typed while Enter opens a company stays', async () => {
  const { answer, lookups, field, type, enter } = draw()
  type('acme')
  enter()
  type('acme no')
  answer()
  await vi.waitFor(() => expect(lookups.pane.value).toMatchObject({ is: 'company' }))
  expect(field.value).toBe('acme no')
})

test('U-03 an outcome is not shown for what was typed since', async () => {
  const { asked, answer, lookups, type, enter } = draw()
  type('nimeni')
  enter()
  type('nimeni alt')
  answer()
  await vi.waitFor(() => expect(asked).toContain('nimeni alt'))
  await vi.waitFor(() => expect(lookups.known.isBeginning.value).toBe(false))
  expect(screen.queryByText(t('lookup-nothing'))).toBeNull()
})
