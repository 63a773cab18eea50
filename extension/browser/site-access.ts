import browser from 'webextension-polyfill'

/**
 * Whether the extension may reach the host of an address. A person can take sites away from it; a request there then fails
 * like a lost connection.
 */
export const hasSiteAccess = (url: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [`https://${new URL(url).hostname}/*`] })
