import { expect, test } from 'vitest'
import type { SignatureReport } from '../protocol/invoices/checks.ts'
import { contradicts, findingOf } from './signature-verdict.ts'

const report = (part: Partial<SignatureReport>) => part as SignatureReport

test('E-36 a tampered document, a foreign copy and a signature that nobody made are told apart', () => {
  expect(findingOf(report({ verdict: 'valid', digest: true, signature: true }))).toBe('valid')
  expect(findingOf(report({ verdict: 'unverifiable', digest: true, signature: false }))).toBe('unverifiable')
  expect(findingOf(report({ verdict: 'tampered', digest: false, signature: true }))).toBe('tampered')
  expect(findingOf(report({ verdict: 'tampered', digest: true, signature: true }))).toBe('other-copy')
  expect(findingOf(report({ verdict: 'tampered', digest: true, signature: false }))).toBe('not-signed')
})

test('E-36 only a plain yes against a plain no is a contradiction', () => {
  expect(contradicts('valid', 'invalid')).toBe(true)
  expect(contradicts('tampered', 'valid')).toBe(true)
  expect(contradicts('valid', 'valid')).toBe(false)
  expect(contradicts('tampered', 'invalid')).toBe(false)
  expect(contradicts('unverifiable', 'valid')).toBe(false)
  expect(contradicts('unverifiable', 'invalid')).toBe(false)
})
