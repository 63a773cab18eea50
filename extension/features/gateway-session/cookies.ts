import browser, { type Cookies } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SessionCookie } from '../../../shared/protocol/session.ts'

/**
 * Every cookie that the browser would send to an address from a tab, HttpOnly ones included. They go straight to the host;
 * nothing is stored or logged here (G-08). Throws `sign-in-tab-closed`.
 */
export async function cookiesFor(url: string, tabId: number): Promise<SessionCookie[]> {
  return (await cookiesOf(url, tabId)).map(toSessionCookie)
}

/** Deletes the cookies of an address that a tab would send. Throws `sign-in-tab-closed`. */
export async function dropCookies(url: string, tabId: number): Promise<void> {
  const cookies = await cookiesOf(url, tabId)
  await Promise.all(
    cookies.map(({ name, path, storeId }) => browser.cookies.remove({ url: new URL(path, url).href, name, storeId })),
  )
}

/** Private windows and Firefox's containers have cookies of their own, perhaps of another certificate. */
async function cookiesOf(url: string, tabId: number): Promise<Cookies.Cookie[]> {
  const stores = await browser.cookies.getAllCookieStores()
  const store = stores.find(({ tabIds }) => tabIds.includes(tabId))
  if (!store) throw new RecipisaError('sign-in-tab-closed')
  return browser.cookies.getAll({ url, storeId: store.id })
}

function toSessionCookie(cookie: Cookies.Cookie): SessionCookie {
  const { name, value, domain, path, secure, httpOnly, expirationDate } = cookie
  const expires = expirationDate === undefined ? null : Math.round(expirationDate * 1000)
  return { name, value, domain, path, secure, httpOnly, expires }
}
