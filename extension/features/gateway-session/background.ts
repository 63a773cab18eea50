import browser, { type Cookies } from 'webextension-polyfill'
import type { SessionCookie } from '../../../shared/protocol/session.ts'
import { connectNativeHost } from '../../host/port.ts'
import { registerAttempt, watchedHosts } from '../certificate-tab/events.ts'
import { closeTab, leadTab, openTab, readPage } from '../certificate-tab/tabs.ts'
import { spvAttemptStore } from './attempt.ts'
import { createSpvSession } from './controller.ts'

/** Registers the listeners of the mailbox's session. To be called synchronously when the background starts. */
export function registerSpvSession(report: (error: unknown) => void): void {
  const session = createSpvSession({
    connect: connectNativeHost,
    now: Date.now,
    read: spvAttemptStore.read,
    write: spvAttemptStore.write,
    openTab,
    leadTab,
    closeTab,
    readPage,
    cookiesFor,
    dropCookies,
    resultPage: browser.runtime.getURL('/signed-in.html?service=spv'),
  })
  registerAttempt('begin-spv-session', session, report)
  browser.webRequest.onCompleted.addListener(
    ({ tabId }) => {
      session.arrived(tabId).catch(report)
    },
    { urls: watchedHosts(), types: ['main_frame'] },
  )
}

/** Straight from the browser's jar to the host: nothing of them is kept or logged here (G-08). */
async function cookiesFor(url: string): Promise<SessionCookie[]> {
  return (await browser.cookies.getAll({ url })).map(toSessionCookie)
}

async function dropCookies(url: string): Promise<void> {
  const cookies = await browser.cookies.getAll({ url })
  await Promise.all(cookies.map(({ name, path }) => browser.cookies.remove({ url: new URL(path, url).href, name })))
}

function toSessionCookie(cookie: Cookies.Cookie): SessionCookie {
  const { name, value, domain, path, secure, httpOnly, expirationDate } = cookie
  const expires = expirationDate === undefined ? null : Math.round(expirationDate * 1000)
  return { name, value, domain, path, secure, httpOnly, expires }
}
