// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { Button } from './button.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

test('a button that is disabled while it has the focus keeps it, says so, and does nothing', () => {
  const clicked = vi.fn()
  const submitted = vi.fn()
  const form = (disabled: boolean) => (
    <form onSubmit={submitted}>
      <Button type="submit" disabled={disabled} onClick={clicked}>
        save
      </Button>
      <Button disabled={disabled}>other</Button>
    </form>
  )
  const { rerender } = render(form(false))
  const [save, other] = screen.getAllByRole<HTMLButtonElement>('button')
  save?.focus()
  rerender(form(true))
  expect(document.activeElement).toBe(save)
  expect([save?.disabled, save?.getAttribute('aria-disabled'), other?.disabled]).toEqual([false, 'true', true])
  fireEvent.click(screen.getByText('save'))
  expect(clicked).not.toHaveBeenCalled()
  expect(submitted).not.toHaveBeenCalled()
  rerender(form(false))
  expect([save?.getAttribute('aria-disabled'), other?.disabled]).toEqual([null, false])
})
