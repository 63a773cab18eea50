import browser, { type Cookies } from 'webextension-polyfill'
import type { SessionCookie } from '../../../shared/protocol/session.ts'

/**
 * Every cookie that the browser would send to an address, HttpOnly ones included. They go straight to the host; nothing is
 * stored or logged here (G-08).
 */
export async function cookiesFor(url: string): Promise<SessionCookie[]> {
  return (await browser.cookies.getAll({ url })).map(toSessionCookie)
}

/** Deletes the cookies of an address from the browser. */
export async function dropCookies(url: string): Promise<void> {
  const cookies = await browser.cookies.getAll({ url })
  await Promise.all(cookies.map(({ name, path }) => browser.cookies.remove({ url: new URL(path, url).href, name })))
}

function toSessionCookie(cookie: Cookies.Cookie): SessionCookie {
  const { name, value, domain, path, secure, httpOnly, expirationDate } = cookie
  const expires = expirationDate === undefined ? null : Math.round(expirationDate * 1000)
  return { name, value, domain, path, secure, httpOnly, expires }
}
