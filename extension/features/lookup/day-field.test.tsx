// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { chooseLanguage } from '../../locales/locale.ts'
import { DayField } from './day-field.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => chooseLanguage('ro'))
afterEach(cleanup)

test('P-11 another day is asked for; today and an empty field mean no day', () => {
  const taken: (string | undefined)[] = []
  render(<DayField day="2019-05-05" today="2026-11-22" onDay={next => taken.push(next)} />)
  const field = screen.getByLabelText('La data')
  for (const value of ['29.02.2020', '22.11.2026', '']) {
    fireEvent.input(field, { target: { value } })
    fireEvent.blur(field)
  }
  expect(taken).toEqual(['2020-02-29', undefined, undefined])
})
