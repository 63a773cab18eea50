import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { VISIT_LIMIT } from '../certificate-visit/visit.ts'
import type { Arrival } from './arrival.ts'
import { checkRedirectUri, judgeRedirect } from './redirect.ts'

const STARTED = 1_790_000_000_000
const AUTHORIZE = 'https://logincert.anaf.ro/anaf-oauth2/v1/authorize?client_id=x'
const OWN = 'chrome-extension://abc'
const visit: Extract<SignInVisit, { phase: 'waiting' }> = {
  phase: 'waiting',
  tabId: 12,
  endsAt: 'https://localhost:8443/callback',
  startsAt: AUTHORIZE,
  again: null,
  strayedTo: null,
  startedAt: STARTED,
}
/** A request redirected by the authority's own answer. */
const ARRIVED: Arrival = { redirectedBy: AUTHORIZE, initiator: undefined }
const CALLBACK = 'https://localhost:8443/callback?code=abc'
const judge = (url: string, tabId = 12, now = STARTED + 1000) =>
  judgeRedirect(visit, { tabId, url, ...ARRIVED }, now, OWN)

test('the code of the visit’s own tab and address is accepted', () => {
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

const arriving = (arrival: Partial<Arrival>, changes: Partial<typeof visit> = {}, tabId = 12) =>
  judgeRedirect({ ...visit, ...changes }, { tabId, url: CALLBACK, ...ARRIVED, ...arrival }, STARTED + 1, OWN)

test('A-04 a redirect of the authority is accepted: at the start of the tab, after the certificate, from its own page', () => {
  for (const initiator of [undefined, OWN, 'https://logincert.anaf.ro', 'https://logincert.anaf.ro/my.policy'])
    expect(arriving({ initiator }), initiator).toMatchObject({ kind: 'code', code: 'abc' })
  expect(arriving({ redirectedBy: 'https://logincert.anaf.ro/my.policy_nonce?nonce=1' })).toMatchObject({
    kind: 'code',
  })
})

test.each([
  [
    'a link or a script of a foreign page',
    { redirectedBy: undefined, initiator: 'https://evil.example' },
    'evil.example',
  ],
  ['a redirect of a strange site', { redirectedBy: 'https://evil.example/x', initiator: undefined }, 'evil.example'],
  ['a typed address', { redirectedBy: undefined, initiator: undefined }, null],
  ['a page of the browser’s session that is nobody’s', { redirectedBy: undefined, initiator: 'null' }, null],
  [
    'an address that only looks like the authority’s',
    { redirectedBy: 'https://logincert.anaf.ro.evil.example/authorize' },
    'logincert.anaf.ro.evil.example',
  ],
  ['another port of its host', { redirectedBy: 'https://logincert.anaf.ro:444/authorize' }, 'logincert.anaf.ro'],
  ['another page of the authority that begins it', { initiator: 'https://www.anaf.ro' }, 'www.anaf.ro'],
  ['the authority’s own redirect that a strange page began', { initiator: 'https://evil.example' }, 'evil.example'],
])('A-04 a code by way of %s is not taken', (_, arrival, host) => {
  expect(arriving(arrival)).toEqual({ kind: 'strange', isOwnTab: true, host })
  // Another tab reports it as well.
  expect(arriving(arrival, {}, 13)).toEqual({ kind: 'strange', isOwnTab: false, host })
})

test('A-04 with a foreign page in the tab, even the authority’s own code is refused when the browser names no initiator', () => {
  expect(arriving({}, { strayedTo: 'evil.example' })).toEqual({ kind: 'strange', isOwnTab: true, host: 'evil.example' })
})

test('A-04 a foreign page cannot end a visit with an error of its choice', () => {
  const request = {
    tabId: 12,
    url: CALLBACK.replace('code=abc', 'error=call+0900'),
    redirectedBy: undefined,
    initiator: 'https://evil.example',
  }
  expect(judgeRedirect(visit, request, STARTED + 1, OWN)).toMatchObject({ kind: 'strange' })
})

test('an unrequested code is dropped', () => {
  const request = { tabId: 12, url: CALLBACK, ...ARRIVED }
  expect(judgeRedirect(undefined, request, STARTED, OWN)).toEqual({ kind: 'dropped' })
  expect(judgeRedirect({ phase: 'exchanging', tabId: 12, startedAt: STARTED }, request, STARTED, OWN)).toEqual({
    kind: 'dropped',
  })
})

test('a code after the visit’s time limit is dropped', () => {
  const late = STARTED + VISIT_LIMIT + 1
  expect(judge('https://localhost:8443/callback?code=abc', 12, late)).toEqual({ kind: 'dropped' })
})

test('an error redirect ends the visit with the reason it names', () => {
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

test('an https redirect URI on localhost is accepted', () => {
  expect(() => checkRedirectUri('https://localhost:8443/callback')).not.toThrow()
})
