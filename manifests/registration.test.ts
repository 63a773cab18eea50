import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHROME_EXTENSION_ID, EXTENSION_KEY, EXTENSION_ORIGINS } from '../shared/domain/product.ts'
import { install, uninstall } from './registration.ts'
import type { Registration } from './registration-files.ts'

let home: string
let registration: Registration
let program: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "recipisa it's a home "))
  program = join(home, 'recipisa $(touch x).js')
  await writeFile(program, 'console.log(JSON.stringify(process.argv.slice(2)))')
  registration = {
    system: 'linux',
    places: { home, config: join(home, '.config') },
    data: join(home, '.local/share/recipisa'),
  }
})
afterEach(() => rm(home, { recursive: true }))

const files = async () =>
  (await readdir(home, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(home.length + 1))
    .sort()

test("H-06 the installed manifests of every browser allow the extension's own id only, the one that its key makes", async () => {
  for (const system of ['linux', 'darwin'] as const) {
    const [launcher, ...manifests] = await install({ ...registration, system, node: process.execPath, program })
    expect(manifests.map(file => file.slice(home.length + 1))).toEqual(MANIFESTS[system])
    for (const file of manifests) {
      const { path, type, name, ...allowed } = JSON.parse(await readFile(file, 'utf8'))
      expect({ path, type, name }).toEqual({ path: launcher, type: 'stdio', name: 'ro.recipisa.host' })
      expect(allowed).toEqual({
        description: expect.any(String),
        ...(/mozilla/i.test(file)
          ? { allowed_extensions: ['recipisa@recipisa.ro'] }
          : { allowed_origins: EXTENSION_ORIGINS }),
      })
    }
  }
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(EXTENSION_KEY, 'base64'))
  const letters = [...Buffer.from(digest).toString('hex').slice(0, 32)]
  const id = letters.map(letter => String.fromCharCode(97 + Number.parseInt(letter, 16))).join('')
  expect(id).toBe(CHROME_EXTENSION_ID)
})

const MANIFESTS = {
  linux: [
    '.config/google-chrome/NativeMessagingHosts',
    '.config/chromium/NativeMessagingHosts',
    '.config/microsoft-edge/NativeMessagingHosts',
    '.config/BraveSoftware/Brave-Browser/NativeMessagingHosts',
    '.config/vivaldi/NativeMessagingHosts',
    '.config/opera/NativeMessagingHosts',
    '.mozilla/native-messaging-hosts',
  ].map(inHome),
  darwin: [
    'Google/Chrome',
    'Chromium',
    'Microsoft Edge',
    'BraveSoftware/Brave-Browser',
    'Vivaldi',
    'com.operasoftware.Opera',
    'Mozilla',
  ].map(folder => inHome(`Library/Application Support/${folder}/NativeMessagingHosts`)),
}

function inHome(folder: string): string {
  return `${folder}/ro.recipisa.host.json`
}

test('the launcher starts the program with its arguments, whatever characters its path has', async () => {
  const [launcher = ''] = await install({ ...registration, node: process.execPath, program })
  const output = execFileSync(launcher, ['chrome-extension://x/', 'a b'], { encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual(['chrome-extension://x/', 'a b'])
})

test('installing twice leaves what installing once leaves, and uninstalling takes away exactly that', async () => {
  await mkdir(join(home, '.config/chromium/Default'), { recursive: true })
  await writeFile(join(home, '.config/chromium/Default/Preferences'), '{}')
  const before = await files()
  await install({ ...registration, node: process.execPath, program })
  const once = await files()
  await install({ ...registration, node: process.execPath, program })
  expect(await files()).toEqual(once)
  await uninstall(registration)
  expect(await files()).toEqual(before)
  expect(await uninstall(registration)).toEqual([])
})

test('the data folder that an installation begins is closed to others', async () => {
  await install({ ...registration, node: process.execPath, program })
  expect((await stat(registration.data)).mode & 0o777).toBe(0o700)
})

test('a registration for one browser profile leaves those of the usual places alone', async () => {
  await install({ ...registration, node: process.execPath, program })
  const before = await files()
  const single = { ...registration, userDataDir: join(home, 'profile') }
  await install({ ...single, node: process.execPath, program })
  expect(await files()).toContain('profile/NativeMessagingHosts/ro.recipisa.host.json')
  await uninstall(single)
  expect(await files()).toEqual(before)
})

test('an unbuilt program and a system outside the table are reported as such', async () => {
  const missing = join(home, 'missing.js')
  await expect(install({ ...registration, node: process.execPath, program: missing })).rejects.toMatchObject({
    reason: 'host-not-built',
    params: { path: missing },
  })
  await expect(install({ ...registration, system: 'aix', node: process.execPath, program })).rejects.toMatchObject({
    reason: 'install-system',
    params: { system: 'aix' },
  })
})

test('a browser whose folder cannot be written is named, and all others get their manifest', async () => {
  await writeFile(join(home, '.config-of-vivaldi'), '')
  await mkdir(join(home, '.config'))
  await symlink(join(home, '.config-of-vivaldi'), join(home, '.config/vivaldi'))
  await mkdir(join(home, '.config/chromium/NativeMessagingHosts/ro.recipisa.host.json'), { recursive: true })
  await expect(install({ ...registration, node: process.execPath, program })).rejects.toMatchObject({
    reason: 'storage-failed',
    params: { path: join(home, '.config/chromium/NativeMessagingHosts/ro.recipisa.host.json'), problem: 'EISDIR' },
  })
  const unwritten = ['vivaldi', 'chromium']
  const expected = MANIFESTS.linux.filter(file => !unwritten.some(name => file.includes(`.config/${name}/`)))
  expect((await files()).filter(file => file.includes('ro.recipisa.host'))).toEqual(expected.toSorted())
  await expect(uninstall(registration)).rejects.toMatchObject({ reason: 'storage-failed' })
  expect((await files()).filter(file => file.includes('ro.recipisa.host'))).toEqual([])
})

test('a manifest that is a link to nothing is replaced, and taken away', async () => {
  const [, file = ''] = await install({ ...registration, node: process.execPath, program })
  await rm(file)
  await symlink('/nowhere', file)
  expect(await uninstall(registration)).toContain(file)
  await mkdir(dirname(file), { recursive: true })
  await symlink('/nowhere', file)
  await install({ ...registration, node: process.execPath, program })
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ name: 'ro.recipisa.host' })
})
