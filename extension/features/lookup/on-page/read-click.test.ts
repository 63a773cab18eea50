// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Click } from './click.ts'
import { readClick } from './read-click.ts'

const CLICK: Click = { selection: '', linkUrl: '', isEditable: false, cuis: [] }
const cuis = (click: Partial<Click>) => readClick({ ...CLICK, ...click }, document).found.map(({ cui }) => cui)

function select(selector: string): void {
  const element = document.querySelector(selector)
  if (!element) throw new Error(selector)
  const range = document.createRange()
  range.selectNodeContents(element)
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
}

afterEach(() => {
  vi.restoreAllMocks()
})

beforeEach(() => {
  getSelection()?.removeAllRanges()
  document.body.innerHTML = `
    <p id="numbers">14399840&#10;14399841</p>
    <p><a href="https://a.example/1">RO 14399840</a> <a href="https://a.example/2">Beta (34878414)</a></p>
    <input id="field" value="RO34878414"><input id="secret" type="password" value="14399840">`
})

test('U-03 the selection is read from the page, or else as the browser reports it', () => {
  select('#numbers')
  expect(cuis({ selection: '14399840 14399841' })).toEqual(['14399840', '14399841'])
  // Selected in a shadow tree or a frame: the page's own selection is a different one.
  expect(cuis({ selection: 'CUI 34878414' })).toEqual(['34878414'])
})

test('U-03 the text of the link with the address that was clicked', () => {
  expect(cuis({ linkUrl: 'https://a.example/2' })).toEqual(['34878414'])
  expect(cuis({ linkUrl: 'https://a.example/none' })).toEqual([])
})

test('a field in a closed shadow tree is read where Firefox gives that to extensions', () => {
  const host = document.querySelector('#numbers')
  const root = host?.attachShadow({ mode: 'closed' })
  if (!host || !root) return expect.unreachable()
  root.innerHTML = '<input value="RO 34878414">'
  root.querySelector('input')?.focus()
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(host)
  expect(cuis({ isEditable: true })).toEqual([])
  Object.assign(host, { openOrClosedShadowRoot: root })
  expect(cuis({ isEditable: true })).toEqual(['34878414'])
})

test('a field’s text is read, a password never', () => {
  document.querySelector<HTMLInputElement>('#field')?.focus()
  expect(cuis({ isEditable: true })).toEqual(['34878414'])
  document.querySelector<HTMLInputElement>('#secret')?.focus()
  expect(cuis({ isEditable: true })).toEqual([])
})
