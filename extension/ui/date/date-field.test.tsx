// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { chooseLanguage } from '../../locales/locale.ts'
import { DateField } from './date-field.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(async () => {
  fakeBrowser.reset()
  await chooseLanguage('ro')
})
afterEach(cleanup)

function draw(day?: string) {
  const taken: (string | undefined)[] = []
  render(<DateField label="La data" day={day} onDay={next => taken.push(next)} />)
  return { taken, field: screen.getByLabelText<HTMLInputElement>('La data') }
}

test('U-07 the day stands in the language of the page, whatever the browser’s is', async () => {
  expect(draw('2026-11-05').field.value).toBe('05.11.2026')
  cleanup()
  await chooseLanguage('en')
  expect(draw('2026-11-05').field.value).toBe('05/11/2026')
})

test('a typed day counts on Enter or when the field is left; half a day and a wrong one do not', () => {
  const { taken, field } = draw('2026-11-05')
  fireEvent.input(field, { target: { value: '20.1' } })
  fireEvent.input(field, { target: { value: '31.02.2019' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect([taken, field.getAttribute('aria-invalid')]).toEqual([[], 'true'])
  fireEvent.input(field, { target: { value: '20.11.2019' } })
  expect(taken).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.input(field, { target: { value: '' } })
  fireEvent.blur(field)
  expect(taken).toEqual(['2019-11-20', undefined])
})

test('a picked day counts at once; keys move in the sheet, and Escape closes it', () => {
  const { taken, field } = draw('2026-11-30')
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'La data: alege din calendar' }))
  open()
  fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowRight' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('marți, 1 decembrie 2026')
  fireEvent.keyDown(document.activeElement ?? field, { key: 'Escape' })
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, field])
  open()
  fireEvent.click(screen.getByRole('button', { name: 'vineri, 20 noiembrie 2026' }))
  expect([taken, screen.queryByRole('dialog')]).toEqual([['2026-11-20'], null])
})

test('an unchanged field asks for nothing', () => {
  const { taken, field } = draw('2019-05-05')
  fireEvent.blur(field)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(taken).toEqual([])
})

test('the sheet of a field at the lower edge of the page moves up until it is whole', () => {
  const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  rect.mockReturnValue(new DOMRect(20, innerHeight - 100, 240, 220))
  draw('2026-11-05')
  fireEvent.click(screen.getByRole('button', { name: 'La data: alege din calendar' }))
  expect(screen.getByRole('dialog').style.translate).toBe('0px -128px')
  rect.mockRestore()
})
