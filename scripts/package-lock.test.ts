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
const readLock = (path: string) => (JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Lock).packages
const packages = readLock('package-lock.json')
const entries = [packages, readLock('scripts/mutants/package-lock.json')]
  .flatMap(lock => Object.entries(lock))
  .filter(([path]) => path.startsWith('node_modules/'))

/**
 * Entries without integrity: Biome's programs for systems other than 64-bit Linux with glibc could not be downloaded
 * where the lock was made. They are only the linter, are never part of a build, and are installed on those systems only.
 * If you can download them, add their integrity and remove them from this list. A new version of Biome changes it.
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

test('every package of the lock files has an integrity, except those listed here with the reason', () => {
  const unchecked = entries.filter(([, entry]) => !entry.link && !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''))
  expect(unchecked.map(([path]) => path).sort()).toEqual(UNCHECKED)
  for (const [path, entry] of unchecked) expect([path, entry]).toMatchObject([path, { dev: true, optional: true }])
})

test('the lock files name no addresses to fetch packages from', () => {
  expect(entries.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
})

test('the library that signs for tests is no part of the product, and the one that reads tokens stops no installation', () => {
  expect(packages['node_modules/xml-crypto']).toMatchObject({ dev: true })
  // Without a compiler it cannot be installed.
  expect(packages['node_modules/pkcs11js']).toMatchObject({ optional: true })
})
