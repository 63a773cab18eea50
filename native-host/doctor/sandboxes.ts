import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '../../manifests/browsers.ts'
import type { Check } from '../../shared/protocol/doctor.ts'
import { found } from './check.ts'
import { below, type Machine } from './machine.ts'

/** Where Snaps and Flatpaks are installed; a person may have Flatpaks of their own. */
const SNAPS = ['/snap', '/var/lib/snapd/snap']
const FLATPAKS = '/var/lib/flatpak/app'
const OWN_FLATPAKS = '.local/share/flatpak/app'

/**
 * A browser in a sandbox starts programs of the computer only through a service of the desktop, whatever the manifests:
 * Firefox as a Snap with Ubuntu's portal (keepassxc 8756), as a Flatpak from version 157 on with
 * xdg-native-messaging-proxy (xdg-desktop-portal 655), other browsers hardly anywhere.
 */
export function checkSandbox(machine: Machine, { name: browser, family, snap, flatpak }: Browser): Check[] {
  if (machine.system !== 'linux') return []
  const isSnap = snap !== undefined && SNAPS.some(folder => existsSync(join(below(machine, folder), snap)))
  const flatpakFolders = [below(machine, FLATPAKS), join(machine.places.home, OWN_FLATPAKS)]
  const isFlatpak = flatpakFolders.some(folder => existsSync(join(folder, flatpak)))
  const finding = family === 'firefox' ? 'firefox-sandboxed' : 'browser-sandboxed'
  const packages = [...(isSnap ? ['Snap'] : []), ...(isFlatpak ? ['Flatpak'] : [])]
  return packages.map(one => found('manifest', finding, { browser, package: one }))
}
