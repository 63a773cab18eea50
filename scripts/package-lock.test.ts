import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
}
type Lock = { packages: Record<string, Entry> }

const ROOT = new URL('..', import.meta.url)
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')) as Lock
const entries = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'))

/**
 * Entries without integrity, and why: Biome's programs for systems other than 64-bit Linux with glibc could not be had
 * where the lock was made. They are the linter alone, never part of what is built, and installed on those systems only.
 * Whoever can get them adds their integrity and takes them off this list; a new version of Biome makes the list anew.
 */
const UNCHECKED = [
  'node_modules/@biomejs/cli-android-arm64',
  'node_modules/@biomejs/cli-android-x64',
  'node_modules/@biomejs/cli-darwin-arm64',
  'node_modules/@biomejs/cli-darwin-x64',
  'node_modules/@biomejs/cli-linux-arm64-musl',
  'node_modules/@biomejs/cli-linux-x64-musl',
  'node_modules/@biomejs/cli-win32-arm64',
  'node_modules/@biomejs/cli-win32-x64',
]

test('every package of the lock file is checked by its integrity, but for a list that says why', () => {
  const unchecked = entries.filter(([, entry]) => !entry.link && !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''))
  expect(unchecked.map(([path]) => path).sort()).toEqual(UNCHECKED)
  for (const [path, entry] of unchecked) expect([path, entry]).toMatchObject([path, { dev: true, optional: true }])
})

test('the lock file names no address that packages are fetched from', () => {
  expect(entries.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
})

test('what only writes tokens for tests, and signs for them, is no part of the product', () => {
  for (const path of ['node_modules/pkcs11js', 'node_modules/xml-crypto'])
    expect([path, packages[path]]).toMatchObject([path, { dev: true }])
  // Without a compiler it cannot be installed, which must not stop an installation.
  expect(packages['node_modules/pkcs11js']).toMatchObject({ optional: true })
})
