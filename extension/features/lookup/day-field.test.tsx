// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { DayField } from './day-field.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

function draw(day?: string) {
  const taken: (string | undefined)[] = []
  render(<DayField day={day} today="2026-11-22" onDay={next => taken.push(next)} />)
  const field = screen.getByLabelText<HTMLInputElement>('La data')
  const type = (key: string, value: string) => {
    fireEvent.keyDown(field, { key })
    field.value = value
    fireEvent.change(field)
  }
  return { taken, field, type }
}

test('P-11 a typed day counts on Enter or when the field is left; days in between do not', () => {
  const { taken, field, type } = draw()
  for (const [key, value] of [
    ['2', '0002-11-22'],
    ['0', '0020-11-22'],
    ['1', '0201-11-22'],
    ['9', '2019-11-22'],
  ] as const)
    type(key, value)
  expect([taken, field.value]).toEqual([[], '2019-11-22'])
  fireEvent.keyDown(field, { key: 'Enter' })
  type('Backspace', '')
  type('5', '2015-11-22')
  fireEvent.blur(field)
  expect(taken).toEqual(['2019-11-22', '2015-11-22'])
})

test('P-11 a picked day counts at once; today or an empty field means no day', () => {
  const { taken, field } = draw('2019-05-05')
  for (const value of ['2020-02-29', '2026-11-22', '']) fireEvent.change(field, { target: { value } })
  expect(taken).toEqual(['2020-02-29', undefined, undefined])
})

test('an unchanged field asks for nothing', () => {
  const { taken, field } = draw('2019-05-05')
  fireEvent.blur(field)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(taken).toEqual([])
})
