// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { Menu } from './menu.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

test.each([
  { top: 100, style: { top: '128px', bottom: 'auto', maxHeight: `${innerHeight - 140}px` } },
  { top: innerHeight - 30, style: { top: 'auto', bottom: '34px', maxHeight: `${innerHeight - 46}px` } },
])('the box of a button at $top px opens where it has room', ({ top, style }) => {
  render(
    <Menu label="actions" words="…">
      <p>remove</p>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: 'actions' })
  button.getBoundingClientRect = () => new DOMRect(0, top, 30, 24)
  fireEvent.click(button)
  expect(screen.getByText('remove').parentElement?.style).toMatchObject(style)
})
