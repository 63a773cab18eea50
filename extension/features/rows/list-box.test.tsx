// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
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

test('rows that have moved take no click for a moment; the active row stays on the item that was chosen', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const opened = vi.fn()
  const list = (items: readonly string[]) => (
    <ListBox
      id="list"
      label="list"
      total={items.length}
      itemAt={index => items[index]}
      keyOf={item => item}
      isSelected={() => false}
      onOpen={opened}
    >
      {item => item}
    </ListBox>
  )
  const { rerender } = render(list(['a', 'b', 'c']))
  const box = screen.getByRole('listbox')
  rerender(list(['a', 'b', 'c', 'd']))
  expect(box.classList.contains('moved')).toBe(false)
  rerender(list(['new', 'a', 'b', 'c']))
  expect(box.classList.contains('moved')).toBe(true)
  // Nobody has chosen a row yet.
  expect(box.getAttribute('aria-activedescendant')).toBe('list-0')

  fireEvent.keyDown(box, { key: 'ArrowDown' })
  rerender(list(['newest', 'new', 'b', 'a', 'c']))
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(opened.mock.lastCall).toEqual(['a'])
  rerender(list(['newest', 'new', 'b', 'c']))
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(opened.mock.lastCall).toEqual(['c'])
})
