import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

test('registered secrets are removed in every form in which they travel', () => {
  const redactor = createRedactor()
  redactor.register('s3cret/with+odd=chars')
  const text = `plain s3cret/with+odd=chars form ${encodeURIComponent('s3cret/with+odd=chars')} basic ${btoa('s3cret/with+odd=chars')}`
  const clean = redactor.redact(text)
  expect(clean).not.toContain('s3cret')
  expect(clean).not.toContain(encodeURIComponent('s3cret/with+odd=chars'))
  expect(clean).not.toContain(btoa('s3cret/with+odd=chars'))
  expect(clean).toMatch(/^plain .* form .* basic /)
})

test('a secret with half a character is removed too', () => {
  const redactor = createRedactor()
  redactor.register('s3cret\ud800')
  expect(redactor.redact('plain s3cret\ud800 form s3cret%EF%BF%BD')).not.toContain('s3cret')
})

test('text that looks like a secret is removed without registration', () => {
  const { redact } = createRedactor()
  expect(redact('Authorization: Bearer abcdef123456')).not.toContain('abcdef123456')
  expect(redact('authorization: Basic dXNlcjpwYXNz')).not.toContain('dXNlcjpwYXNz')
  expect(redact('got eyJhbGciOiJSUzUxMiJ9.eyJzdWIiOiIxIn0.c2ln in the answer')).toBe('got ‹hidden› in the answer')
  expect(redact('https://localhost:8443/callback?code=abc123def&x=1')).toBe(
    'https://localhost:8443/callback?code=‹hidden›&x=1',
  )
  expect(redact('{"refresh_token":"opaque value","kept":"yes"}')).toBe('{"refresh_token":"‹hidden›","kept":"yes"}')
  expect(redact('set-cookie: MRHSession=0123456789abcdef; path=/')).not.toContain('0123456789abcdef')
})

test('ordinary text stays as it is', () => {
  const redactor = createRedactor()
  redactor.register('12')
  const text = 'listed 12 messages of 14399840, code session-expired, exit code 3'
  expect(redactor.redact(text)).toBe(text)
})
