import browser from 'webextension-polyfill'
import type { InstallerSystem } from '../../../shared/domain/installers.ts'

const SYSTEMS: Readonly<Record<string, InstallerSystem>> = { win: 'windows', mac: 'macos', linux: 'linux' }

/** The system of this computer; undefined where there is no installer for it (ChromeOS, Android). */
export async function readSystem(): Promise<InstallerSystem | undefined> {
  const { os } = await browser.runtime.getPlatformInfo()
  return SYSTEMS[os]
}
