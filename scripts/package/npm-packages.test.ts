import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasIntegrity } from './npm-packages.mjs'

test('a fetched package is taken only with the bytes that the lock file names', () => {
  const bytes = Buffer.from('package')
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  expect(hasIntegrity(bytes, integrity)).toBe(true)
  expect(hasIntegrity(Buffer.from('packagE'), integrity)).toBe(false)
  expect(hasIntegrity(bytes, undefined)).toBe(false)
})
