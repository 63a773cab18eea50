// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { CuiBox } from './cui-box.tsx'
import { found, lookupOf, vatRecordOf } from './panel/lookups.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function draw() {
  const host = inMemoryHost({
    'lookups.get': params => ({
      companies: (params as { cuis: string[] }).cuis.map(cui => lookupOf({ cui, vat: found(vatRecordOf({ cui })) })),
    }),
  })
  const onSearch = vi.fn()
  const page = pageInMemory(connectHost(host.open))
  render(<CuiBox page={page} onPanel={() => undefined} onSearch={onSearch} />)
  const ask = (text: string) => {
    fireEvent.input(screen.getByLabelText('CUI de verificat sau factură de găsit'), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Verifică' }))
  }
  return { host, ask, onSearch }
}

test('the box has the focus at once, and a full popup is not scrolled to it', () => {
  const focus = vi.spyOn(HTMLInputElement.prototype, 'focus')
  draw()
  expect(document.activeElement).toBe(screen.getByLabelText('CUI de verificat sau factură de găsit'))
  expect(focus).toHaveBeenCalledWith({ preventScroll: true })
})

test('P-08 a CUI as people write it is looked up, and its company shown below the box', async () => {
  const { host, ask } = draw()
  ask(' RO 14.399.840 ')
  await screen.findByRole('heading', { name: 'ACME SRL' })
  expect(host.received).toEqual([
    { id: 1, method: 'lookups.get', params: { cuis: ['14399840'], registers: ['vat'], refresh: false } },
  ])
})

test.each(['', '0', '-5', '1960101223344', '123456789012'])('%j is not a CUI and sends nothing', async typed => {
  const { host, ask } = draw()
  ask(typed)
  expect(screen.getByRole('alert').textContent).toContain('între 2 și 10 cifre')
  expect(host.opened).toBe(0)
})

test('what has no CUI is looked for among the invoices; a bare number is so on demand', async () => {
  const { host, ask, onSearch } = draw()
  ask(' F-78 ')
  expect(onSearch.mock.calls).toEqual([['F-78']])
  expect(host.opened).toBe(0)
  ask('14399840')
  await screen.findByRole('heading', { name: 'ACME SRL' })
  fireEvent.click(screen.getByRole('button', { name: 'Caută „14399840” în facturi' }))
  expect(onSearch.mock.lastCall).toEqual(['14399840'])
})
