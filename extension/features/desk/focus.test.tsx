// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { focused, press } from '../../ui/keyboard.fixture.ts'
import { drawDesk } from './desk.fixture.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(() => {
  cleanup()
  location.hash = ''
})

test('U-08 a detail that is closed gives the focus back to its table', async () => {
  await drawDesk('invoices?open=7')
  await expect.poll(() => focused()?.tagName).toBe('H2')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await expect.poll(focused).toBe(screen.getByRole('grid'))
})

test('U-08 a selection that is cleared gives the focus back to its table', async () => {
  const { desk } = await drawDesk('invoices')
  act(() => {
    desk.selection.value = { all: false, ids: new Set(['7']) }
  })
  const button = await screen.findByRole('button', { name: 'Renunță la alegere' })
  press(button)
  await expect.poll(focused).toBe(screen.getByRole('grid'))
})

test('U-08 the keys are told in their order, and the tables have the words of the panel', async () => {
  await drawDesk('uploads')
  expect(screen.getByText('Transmiteri e-Factura')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: '?' })
  expect((await screen.findByText('tabelul anterior, următor')).parentElement?.textContent).toMatch(/^\[\]/)
})
