import browser from 'webextension-polyfill'

/** Hosts of the authority that the manifest lets us see. */
export const watchedHosts = (): string[] => browser.runtime.getManifest().host_permissions ?? []
