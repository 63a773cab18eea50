import browser from 'webextension-polyfill'
import type { Computer } from '../../../shared/domain/installers.ts'

const SYSTEMS: Readonly<Record<string, Computer['system']>> = { win: 'windows', mac: 'macos', linux: 'linux' }

/** This computer; undefined if there is no installer for its system (ChromeOS, Android). */
export async function readComputer(): Promise<Computer | undefined> {
  const { os, arch } = await browser.runtime.getPlatformInfo()
  const system = SYSTEMS[os]
  return system && { system, processor: /^(arm|aarch64)/.test(arch) ? 'arm64' : 'x64' }
}
