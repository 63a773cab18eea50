import browser from 'webextension-polyfill'
import { MatchPattern } from 'wxt/utils/match-patterns'

/** Match patterns of the hosts in the manifest's permissions. */
export const watchedHosts = (): string[] => browser.runtime.getManifest().host_permissions ?? []

/** Whether an address is on one of them. */
export const isWatched = (address: string): boolean =>
  watchedHosts().some(pattern => new MatchPattern(pattern).includes(address))
