import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { registrationFiles, systemWideManifests } from './registration-files.ts'

const places = { home: '/Users/ana', config: '/Users/ana/.config' }

test('on Windows the registry names one manifest a family to every browser, beside the launcher', () => {
  const { launcher, manifests, keys } = registrationFiles({ system: 'win32', places, data: '/data' })
  expect(basename(launcher)).toBe('recipisa-host.bat')
  expect(manifests.map(({ file }) => dirname(file))).toEqual([dirname(launcher), dirname(launcher)])
  const named = keys.map(({ key, file }) => [key, manifests.find(manifest => manifest.file === file)?.family])
  expect(named).toEqual(
    [
      ['Google\\Chrome', 'chromium'],
      ['Chromium', 'chromium'],
      ['Microsoft\\Edge', 'chromium'],
      ['BraveSoftware\\Brave-Browser', 'chromium'],
      ['Vivaldi', 'chromium'],
      ['Opera Software', 'chromium'],
      ['Mozilla', 'firefox'],
    ].map(([browser, family]) => [`HKCU\\Software\\${browser}\\NativeMessagingHosts\\ro.recipisa.host`, family]),
  )
})

test('for everybody on a computer each folder gets one manifest, also where browsers share it', () => {
  const files = (system: 'linux' | 'darwin') => systemWideManifests(system).map(({ file }) => file)
  expect(files('linux')).toEqual([
    '/etc/opt/chrome/native-messaging-hosts/ro.recipisa.host.json',
    '/etc/chromium/native-messaging-hosts/ro.recipisa.host.json',
    '/etc/opt/edge/native-messaging-hosts/ro.recipisa.host.json',
    '/etc/opt/vivaldi/native-messaging-hosts/ro.recipisa.host.json',
    '/usr/lib/mozilla/native-messaging-hosts/ro.recipisa.host.json',
  ])
  expect(files('darwin')).toEqual([
    '/Library/Google/Chrome/NativeMessagingHosts/ro.recipisa.host.json',
    '/Library/Application Support/Chromium/NativeMessagingHosts/ro.recipisa.host.json',
    '/Library/Microsoft/Edge/NativeMessagingHosts/ro.recipisa.host.json',
    '/Library/Application Support/Vivaldi/NativeMessagingHosts/ro.recipisa.host.json',
    '/Library/Application Support/Mozilla/NativeMessagingHosts/ro.recipisa.host.json',
  ])
})
