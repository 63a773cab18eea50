import { expect, test, vi } from 'vitest'
import { isOwnPage, parseMessage } from './messages.ts'

vi.mock('webextension-polyfill', () => ({
  default: { runtime: { id: 'ours', getURL: (path: string) => `chrome-extension://ours/${path.replace(/^\//, '')}` } },
}))

test('pages of the extension and its background are told by what the browser says of the sender', () => {
  const origin = 'chrome-extension://ours'
  for (const url of ['chrome-extension://ours/popup.html', 'chrome-extension://ours/background.js']) {
    expect(isOwnPage({ id: 'ours', url, origin })).toBe(true)
    expect(isOwnPage({ id: 'ours', url })).toBe(true)
  }
})

test.each([
  ['a script of ours in a page', { id: 'ours', url: 'https://www.anaf.ro/', origin: 'https://www.anaf.ro' }],
  ['another extension', { id: 'other', url: 'chrome-extension://other/x.html', origin: 'chrome-extension://other' }],
  ['an id that only begins like ours', { id: 'ours', url: 'chrome-extension://ours2/x.html' }],
  ['a page that calls itself ours', { id: 'ours', url: 'https://evil.example/?chrome-extension://ours/' }],
  ['a frame of another origin', { id: 'ours', url: 'chrome-extension://ours/x.html', origin: 'null' }],
  ['nobody', { id: 'ours' }],
])('what %s tells is not taken for our own', (_, sender) => {
  expect(isOwnPage(sender)).toBe(false)
})

test('a card may name companies, and only so many', () => {
  expect(parseMessage({ tell: 'show-companies', cuis: ['14399840'] })).toBeDefined()
  for (const cuis of [['javascript:alert(1)'], ['1'], Array.from({ length: 101 }, () => '14399840')])
    expect(parseMessage({ tell: 'show-companies', cuis })).toBeUndefined()
})
