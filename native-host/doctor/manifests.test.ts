import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { hostManifest } from '../../manifests/host-manifest.ts'
import { parseKey } from '../../manifests/registry.ts'
import { EXTENSION_ORIGINS } from '../../shared/domain/product.ts'
import { aMachine } from './machine.fixture.ts'
import { checkManifests } from './manifests.ts'

const OWN = '~/.config/google-chrome/NativeMessagingHosts/ro.recipisa.host.json'
const EVERYBODY = '/etc/opt/edge/native-messaging-hosts/ro.recipisa.host.json'

type Options = Parameters<typeof aMachine>
/** Findings by browser, without unused browsers. */
const findings = async (files: Options[0], changes: Options[1] = {}, isStarted = false) => {
  const { checks, launchers } = await checkManifests(aMachine(files, changes), isStarted)
  const used = checks.filter(({ finding }) => finding !== 'browser-unused')
  return { used: used.map(({ finding, params }) => [finding, params.browser]), launchers }
}

test('a manifest for everybody counts, unless the person has an own one', async () => {
  const machine = aMachine({ '/usr/lib/recipisa/host': '' })
  const launcher = machine.pathOf('/usr/lib/recipisa/host')
  const ofEverybody = { [EVERYBODY]: hostManifest('chromium', launcher) }
  expect(await findings(ofEverybody)).toEqual({
    used: [['manifest-fine', 'Microsoft Edge']],
    launchers: [launcher],
  })
  const own = { '~/.config/microsoft-edge/NativeMessagingHosts/ro.recipisa.host.json': 'no JSON' }
  expect(await findings({ ...ofEverybody, ...own })).toEqual({
    used: [['manifest-invalid', 'Microsoft Edge']],
    launchers: [],
  })
})

test('a browser that the person has started and that has no manifest is broken, one that was never started is not', async () => {
  const { used } = await findings({ '~/.config/chromium/Local State': '{}', '~/.mozilla/firefox/profiles.ini': '' })
  expect(used).toEqual([
    ['not-registered', undefined],
    ['manifest-missing', 'Chromium'],
    ['manifest-missing', 'Firefox'],
  ])
})

test('a Firefox that keeps its profiles in the folder of newer versions is one that was started', async () => {
  const { used } = await findings({ '~/.config/mozilla/firefox/profiles.ini': '' })
  expect(used).toEqual([
    ['not-registered', undefined],
    ['manifest-missing', 'Firefox'],
  ])
})

test('a browser that asks has found a manifest, wherever that lies', async () => {
  expect((await findings({}, {}, true)).used).toEqual([['registered-elsewhere', undefined]])
})

test('a folder of another user is named with what the administrator is to do', async () => {
  const machine = aMachine({ '~/.config/google-chrome/Local State': '{}' }, { uid: 4242 })
  mkdirSync(dirname(machine.pathOf(OWN)))
  const { checks } = await checkManifests(machine, false)
  const check = checks.find(({ params }) => params.browser === 'Google Chrome')
  expect(check).toMatchObject({ finding: 'manifest-folder-foreign', state: 'broken' })
  expect(check?.message).toContain('administrator')
})

test('a manifest with a relative launcher is none on Linux', async () => {
  const { used } = await findings({ [OWN]: hostManifest('chromium', 'recipisa-host') })
  expect(used).toEqual([['manifest-invalid', 'Google Chrome']])
})

test('a manifest from before the stores had their ids is to be written again', async () => {
  const machine = aMachine({ '/host': '', [OWN]: '' })
  writeFileSync(machine.pathOf(OWN), hostManifest('chromium', machine.pathOf('/host')))
  const ofStore = `chrome-extension://${'a'.repeat(32)}/`
  const finding = async (origins?: string[]) => {
    const { checks } = await checkManifests(machine, false, origins)
    return checks.find(({ params }) => params.browser === 'Google Chrome')?.finding
  }
  expect(await finding()).toBe('manifest-fine')
  expect(await finding([...EXTENSION_ORIGINS, ofStore])).toBe('manifest-other-id')
})

test('a browser in a sandbox is explained, whatever manifests it has', async () => {
  const files = {
    '/snap/chromium/current/snap.yaml': '',
    '/var/lib/flatpak/app/com.microsoft.Edge/current': '',
    '~/.local/share/flatpak/app/org.mozilla.firefox/current': '',
  }
  const { checks } = await checkManifests(aMachine(files), true)
  const sandboxed = checks.filter(({ state }) => state === 'look')
  expect(sandboxed.map(({ finding, params }) => [finding, params.browser, params.package])).toEqual([
    ['browser-sandboxed', 'Chromium', 'Snap'],
    ['browser-sandboxed', 'Microsoft Edge', 'Flatpak'],
    ['firefox-sandboxed', 'Firefox', 'Flatpak'],
  ])
})

test('on Windows the registry names the manifest, and that its launcher beside it', async () => {
  const files = { '/Recipisa/chromium.json': hostManifest('chromium', 'host.bat'), '/Recipisa/host.bat': '' }
  const machine = aMachine(files)
  const manifest = machine.pathOf('/Recipisa/chromium.json')
  const keys = new Map([
    [
      'HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\ro.recipisa.host',
      parseKey(`\r\nHKEY_CURRENT_USER\\Software\\x\r\n    (Implicit)    REG_SZ    ${manifest}\r\n\r\n`),
    ],
    ['HKCU\\Software\\Mozilla', { values: [], subkeys: ['Firefox', 'NativeMessagingHosts'] }],
    ['HKCU\\Software\\Vivaldi', { values: [], subkeys: ['NativeMessagingHosts'] }],
  ])
  const windows = { ...machine, system: 'win32' as const, readKey: async (path: string) => keys.get(path) }
  const { checks, launchers } = await checkManifests(windows, false)
  const used = checks.filter(({ finding }) => finding !== 'browser-unused')
  expect(used.map(({ finding, params }) => [finding, params.browser])).toEqual([
    ['manifest-fine', 'Google Chrome'],
    ['manifest-missing', 'Firefox'],
  ])
  expect(launchers).toEqual([machine.pathOf('/Recipisa/host.bat')])
})

test('on Windows the person’s own key wins over that for everybody, and an empty one names nothing', async () => {
  const machine = aMachine({ '/own.json': '{}', '/all.json': '{}' })
  const keyOf = (file: string) => ({ values: [{ name: '', data: file && machine.pathOf(file) }], subkeys: [] })
  const pathWith = async (own: string) => {
    const keys = new Map([
      ['HKCU\\Software\\Vivaldi\\NativeMessagingHosts\\ro.recipisa.host', keyOf(own)],
      ['HKLM\\Software\\Vivaldi\\NativeMessagingHosts\\ro.recipisa.host', keyOf('/all.json')],
    ])
    const windows = { ...machine, system: 'win32' as const, readKey: async (path: string) => keys.get(path) }
    const { checks } = await checkManifests(windows, false)
    return checks.find(({ params }) => params.browser === 'Vivaldi')?.params.path
  }
  expect(await pathWith('/own.json')).toBe(machine.pathOf('/own.json'))
  expect(await pathWith('')).toBe(machine.pathOf('/all.json'))
})

test('a manifest that names nothing that can be started is broken, and nothing of it is started', async () => {
  for (const launcher of ['/gone', '/']) {
    const { used, launchers } = await findings({ [OWN]: hostManifest('chromium', launcher) })
    expect([used, launchers]).toEqual([[['manifest-launcher-gone', 'Google Chrome']], []])
  }
})

test('a system outside the table is reported as such', async () => {
  expect((await findings({}, { system: 'aix' })).used).toEqual([['install-system', undefined]])
})

test('a manifest with a mark of its encoding is read, and one that is a pipe or huge does not hold the doctor up', async () => {
  const machine = aMachine({ '/host': '', [OWN]: '' })
  const path = machine.pathOf(OWN)
  const finding = async () => {
    const { checks } = await checkManifests(machine, false)
    return checks.find(({ params }) => params.browser === 'Google Chrome')
  }
  writeFileSync(path, `\ufeff${hostManifest('chromium', machine.pathOf('/host'))}`)
  expect(await finding()).toMatchObject({ finding: 'manifest-fine' })
  writeFileSync(path, ' '.repeat(2_000_000))
  expect(await finding()).toMatchObject({ finding: 'manifest-unreadable', params: { problem: 'too large' } })
  rmSync(path)
  execFileSync('mkfifo', [path])
  expect(await finding()).toMatchObject({ finding: 'manifest-unreadable', params: { problem: 'not a file' } })
})
