import { expect, test } from 'vitest'
import { createRedirects } from './arrival.ts'

const CALLBACK = 'https://localhost:8443/callback?code=x'

test('only the answer that redirected this request to this address is its source, and only once', () => {
  const redirects = createRedirects()
  redirects.seen('1', 'https://logincert.anaf.ro/my.policy', 'https://logincert.anaf.ro/authorize')
  redirects.seen('1', 'https://logincert.anaf.ro/authorize', CALLBACK)
  expect(redirects.sourceOf('2', CALLBACK)).toBeUndefined()
  expect(redirects.sourceOf('1', CALLBACK)).toBe('https://logincert.anaf.ro/authorize')
  expect(redirects.sourceOf('1', CALLBACK)).toBeUndefined()
  redirects.seen('3', 'https://logincert.anaf.ro/authorize', 'https://strange.example/')
  expect(redirects.sourceOf('3', CALLBACK)).toBeUndefined()
})

test('requests that never come do not pile up', () => {
  const redirects = createRedirects()
  for (let n = 0; n < 100; n += 1) redirects.seen(String(n), 'https://a.ro/', CALLBACK)
  expect(redirects.sourceOf('0', CALLBACK)).toBeUndefined()
  expect(redirects.sourceOf('99', CALLBACK)).toBe('https://a.ro/')
})
