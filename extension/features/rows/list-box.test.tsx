// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { ListBox } from './list-box.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('U-08 a row that is still to come has a name, before and after the length of the list is known', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const list = (total: number | undefined) => (
    <ListBox
      id="list"
      label="list"
      total={total}
      itemAt={() => undefined}
      keyOf={String}
      isSelected={() => false}
      onOpen={vi.fn()}
    >
      {() => 'row'}
    </ListBox>
  )
  const { rerender } = render(list(undefined))
  expect(await screen.findAllByRole('option', { name: 'Se încarcă…' })).toHaveLength(12)
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true')
  rerender(list(3))
  expect(await screen.findAllByRole('option', { name: 'Se încarcă…' })).toHaveLength(3)
  expect(screen.queryAllByRole('option', { name: '' })).toHaveLength(0)
})

test('U-08 a list is busy while it still has the rows of another', () => {
  const list = (isBeginning: boolean) => (
    <ListBox
      id="list"
      label="list"
      total={3}
      isBeginning={isBeginning}
      itemAt={index => index}
      keyOf={String}
      isSelected={() => false}
      onOpen={vi.fn()}
    >
      {item => `row ${item}`}
    </ListBox>
  )
  const { rerender } = render(list(true))
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true')
  rerender(list(false))
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
})
