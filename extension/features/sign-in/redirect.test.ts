import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { ATTEMPT_LIMIT } from '../certificate-tab/attempt.ts'
import type { SignIn } from './attempt.ts'
import { checkRedirectUri, judgeRedirect } from './redirect.ts'

const STARTED = 1_790_000_000_000
const attempt: SignIn = {
  phase: 'waiting',
  tabId: 12,
  endsAt: 'https://localhost:8443/callback',
  again: null,
  startedAt: STARTED,
}
const judge = (url: string, tabId = 12, now = STARTED + 1000) => judgeRedirect(attempt, { tabId, url }, now)

test('the code of the attempt’s own tab and address is taken', () => {
  expect(judge('https://localhost:8443/callback?code=abc%2F1&state=')).toEqual({
    kind: 'code',
    code: 'abc/1',
    startedAt: STARTED,
  })
})

test.each([
  ['another port', 'https://localhost:9999/callback?code=abc'],
  ['no port', 'https://localhost/callback?code=abc'],
  ['another path', 'https://localhost:8443/callback/other?code=abc'],
  ['a longer path', 'https://localhost:8443/callbacks?code=abc'],
])('a code at %s is dropped', (_, url) => {
  expect(judge(url)).toEqual({ kind: 'dropped' })
})

test('a code in another tab is dropped', () => {
  expect(judge('https://localhost:8443/callback?code=abc', 13)).toEqual({ kind: 'dropped' })
})

test('a code that nobody asked for is dropped', () => {
  const request = { tabId: 12, url: 'https://localhost:8443/callback?code=abc' }
  expect(judgeRedirect(undefined, request, STARTED)).toEqual({ kind: 'dropped' })
  expect(judgeRedirect({ phase: 'exchanging', tabId: 12, startedAt: STARTED }, request, STARTED)).toEqual({
    kind: 'dropped',
  })
})

test('a code after the attempt’s time is dropped', () => {
  const late = STARTED + ATTEMPT_LIMIT + 1
  expect(judge('https://localhost:8443/callback?code=abc', 12, late)).toEqual({ kind: 'dropped' })
})

test('an error redirect ends the attempt with the reason it names', () => {
  const verdict = judge('https://localhost:8443/callback?error=access_denied&error_description=no+role')
  expect(verdict).toMatchObject({
    kind: 'refused',
    error: { reason: 'authorization-denied', params: { error: 'access_denied: no role' } },
  })
})

test('a long error description is cut, and never quotes a code', () => {
  const verdict = judge(`https://localhost:8443/callback?error=x&error_description=${'y'.repeat(999)}&code=secret`)
  if (verdict.kind !== 'refused') return expect.unreachable()
  expect(String(verdict.error.params.error).length).toBeLessThanOrEqual(200)
  expect(verdict.error.message).not.toContain('secret')
})

test.each([
  ['http://localhost:8443/callback', 'redirect-not-https'],
  ['not an address', 'redirect-not-https'],
  ['https://example.ro/callback', 'redirect-not-localhost'],
  ['https://localhost:8443/oauth', 'redirect-not-localhost'],
])('the redirect URI %s is refused with %s', (uri, reason) => {
  try {
    checkRedirectUri(uri)
    expect.unreachable()
  } catch (error) {
    expect(error instanceof RecipisaError && error.reason).toBe(reason)
  }
})

test('a redirect URI on localhost by https is taken', () => {
  expect(() => checkRedirectUri('https://localhost:8443/callback')).not.toThrow()
})
