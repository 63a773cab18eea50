import { describe, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { readCookies } from './read-cookies.ts'

const PLAIN = { name: 'MRHSession', value: 'v4lue', domain: 'webserviced.localhost', path: '/', secure: true }
const KEPT = { ...PLAIN, httpOnly: false, expires: null }

describe('cookies in other programs’ formats', () => {
  const END = 1_900_000_000
  const ways: [string, object, number | null][] = [
    ['the documented shape, in milliseconds', { httpOnly: false, expires: END * 1000 }, END * 1000],
    ['Playwright’s, in seconds', { httpOnly: false, expires: END + 0.4, sameSite: 'Lax' }, END * 1000 + 400],
    ['Playwright’s, of the browser’s session', { httpOnly: false, expires: -1, sameSite: 'Lax' }, null],
    ['the extension API’s', { hostOnly: true, session: false, expirationDate: END, storeId: '0' }, END * 1000],
    ['the extension API’s, of the browser’s session', { hostOnly: true, session: true, storeId: '0' }, null],
    ['an ISO date', { expires: '2030-03-17T17:46:40.000Z' }, END * 1000],
  ]
  test.each(ways)('%s', (_way, more, expires) => {
    expect(readCookies(JSON.stringify([{ ...PLAIN, ...more }]))).toEqual([{ ...KEPT, expires }])
  })

  test('Playwright’s storage state', () => {
    const state = { cookies: [{ ...PLAIN, httpOnly: false, expires: -1 }], origins: [] }
    expect(readCookies(JSON.stringify(state))).toEqual([KEPT])
  })
})

test('G-08 a mistake is named by its place, and the text is never repeated', () => {
  const problems: [string, string][] = [
    ['s3cret', 'this is not JSON'],
    ['# Netscape HTTP Cookie File\nwebserviced.localhost\tFALSE\t/\tTRUE\t0\tMRHSession\ts3cret', 'this is not JSON'],
    ['[]', 'the list is empty'],
    ['{"MRHSession":"s3cret"}', 'the list: expected Array'],
    [JSON.stringify([PLAIN, { name: 's3cret', value: 's3cret' }]), 'domain of cookie 2 is missing'],
    [JSON.stringify([{ ...PLAIN, expires: 's3cret' }]), 'expires of cookie 1: expected'],
    [JSON.stringify([{ ...PLAIN, value: 's3cret'.repeat(2000) }]), 'value of cookie 1: expected <=8192'],
    ['["s3cret"]', 'what is there of cookie 1: expected Object'],
  ]
  for (const [text, problem] of problems) {
    const read = () => readCookies(text)
    expect(read, text.slice(0, 40)).toThrow(RecipisaError)
    expect(read).toThrow(problem)
    expect(read).not.toThrow('s3cret')
  }
})
