import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStoreZip } from '../../../scripts/package/extension.mjs'
import { FIREFOX_EXTENSION_ID, VERSION } from '../../../shared/domain/product.ts'
import { type BundleName, bundleSize, MOST_KB } from '../../support/bundle-sizes.ts'
import { packagesFolder } from '../support/packages.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BROWSERS = ['chrome', 'firefox'] as const

type Manifest = {
  key?: string
  name: string
  version: string
  permissions: string[]
  host_permissions: string[]
  content_scripts: { matches: string[] }[]
  browser_specific_settings?: { gecko: { id: string; data_collection_permissions: { required: string[] } } }
}

const folder = packagesFolder('extension')
const zips = {} as Record<
  (typeof BROWSERS)[number],
  { first: Buffer; files: Record<string, Uint8Array>; manifest: Manifest }
>

beforeAll(async () => {
  for (const browser of BROWSERS) {
    const file = join(folder, `${browser}.zip`)
    await buildStoreZip({ browser, file })
    const first = await readFile(file)
    const files = unzipSync(first)
    const manifest = JSON.parse(textOf(files['manifest.json']))
    zips[browser] = { first, files, manifest }
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the same sources give the same store packages, byte for byte, each build in a folder of its own', async () => {
  // All browsers' packages are built the same way.
  const file = join(folder, 'again.zip')
  await buildStoreZip({ browser: 'firefox', file })
  expect(zips.firefox.first.equals(await readFile(file))).toBe(true)
})

test('the stores get a manifest as they want it, without our key, and nothing that only tests or debuggers need', () => {
  const { chrome, firefox } = zips
  expect(chrome.manifest).toMatchObject({ name: 'Recipisa', version: VERSION })
  expect(chrome.manifest).not.toHaveProperty('key')
  expect(firefox.manifest.browser_specific_settings?.gecko.id).toBe(FIREFOX_EXTENSION_ID)
  for (const { files } of [chrome, firefox]) {
    expect(Object.keys(files)).toContain('background.js')
    expect(Object.keys(files).filter(name => name.endsWith('.map'))).toEqual([])
    expect(Object.keys(files).filter(name => textOf(files[name]).includes('*.localhost'))).toEqual([])
  }
})

test('popup, panel, background and card load no more scripts than they may before they show anything', async () => {
  const extension = join(folder, 'unpacked')
  for (const [name, bytes] of Object.entries(zips.chrome.files)) {
    if (name.endsWith('/')) continue
    await mkdir(dirname(join(extension, name)), { recursive: true })
    await writeFile(join(extension, name), bytes)
  }
  for (const name of Object.keys(MOST_KB) as BundleName[])
    expect(bundleSize(extension, name), name).toBeLessThanOrEqual(MOST_KB[name])
})

test('docs/permissions.md gives a reason for what the built manifests ask for, and for nothing else', async () => {
  const tables = tablesOf(await readFile(join(ROOT, 'docs/permissions.md'), 'utf8'))
  for (const browser of BROWSERS) {
    const { manifest } = zips[browser]
    const listed = (title: string) =>
      (tables[title] ?? []).filter(row => row.browsers.includes(browser)).map(row => row.what)
    expect(listed('Permissions'), browser).toEqual(manifest.permissions)
    expect(listed('Sites'), browser).toEqual(manifest.host_permissions)
    expect(listed('Scripts in pages').toSorted(), browser).toEqual(
      manifest.content_scripts.flatMap(each => each.matches).toSorted(),
    )
  }
  const required = zips.firefox.manifest.browser_specific_settings?.gecko.data_collection_permissions.required
  expect(tables['Data, in Firefox’s words']?.map(row => row.what)).toEqual(required)
})

test('the summary of the store texts is the manifest’s description and fits into every store', async () => {
  for (const locale of ['ro', 'en'] as const) {
    const messages = JSON.parse(await readFile(join(ROOT, `extension/public/_locales/${locale}/messages.json`), 'utf8'))
    const { message } = messages.description as { message: string }
    // Chrome's store accepts the fewest.
    expect(message.length).toBeLessThanOrEqual(132)
    expect(await readFile(join(ROOT, `docs/store/${locale}.md`), 'utf8')).toContain(`\n${message}\n`)
  }
})

const textOf = (bytes: Uint8Array | undefined): string => strFromU8(bytes ?? new Uint8Array())

/** The tables of a paper by the headings above them: each row's subject, and its browsers. */
function tablesOf(text: string): Record<string, { what: string; browsers: readonly string[] }[]> {
  const sections = text.split(/^## /m).slice(1)
  return Object.fromEntries(
    sections.map(section => {
      const [title = ''] = section.split('\n')
      const rows = [...section.matchAll(/^\| `([^`]+)` \|(.*)$/gm)].map(([, what = '', rest = '']) => ({
        what,
        browsers: /^ Chromium only/.test(rest) ? ['chrome'] : BROWSERS,
      }))
      return [title, rows]
    }),
  )
}
