import browser, { type WebRequest } from 'webextension-polyfill'
import type { HostClient } from '../../host/client.ts'
import { registerVisit } from '../certificate-visit/register-visit.ts'
import { intrusionStore, signInStore } from '../certificate-visit/stored-visits.ts'
import { closeTab, hasCrashed, leadTab, openTab, readPage } from '../certificate-visit/tabs.ts'
import type { Begun } from '../certificate-visit/visits.ts'
import { isWatched, watchedHosts } from '../certificate-visit/watched-hosts.ts'
import { createRedirects } from './arrival.ts'
import { createSignIn } from './controller.ts'

/** Match patterns ignore the port; the visit's redirect URI decides it. */
const CALLBACK_PATTERN = 'https://localhost/callback*'

/**
 * Registers the listeners of the sign-in; returns the function that begins its visit. `goOn`: what follows in the tab of an
 * ended visit. Call it synchronously when the background starts.
 */
export function registerSignIn(
  connect: () => HostClient,
  goOn: (tabId: number) => Promise<boolean>,
  report: (error: unknown) => void,
): (inTab: number) => Promise<Begun> {
  const ownOrigin = browser.runtime.getURL('')
  const redirects = createRedirects()
  const signIn = createSignIn({
    connect,
    now: Date.now,
    read: signInStore.read,
    write: signInStore.write,
    openTab,
    leadTab,
    closeTab,
    hasCrashed,
    isWatched,
    ownOrigin,
    tellIntrusion: async error => {
      if (error) console.warn('recipisa:', error.message)
      await intrusionStore.write({ error })
    },
    readText,
    goOn,
    resultPage: browser.runtime.getURL('/signed-in.html'),
  })
  browser.webRequest.onBeforeRedirect.addListener(
    ({ requestId, url, redirectUrl }) => redirects.seen(requestId, url, redirectUrl),
    { urls: watchedHosts(), types: ['main_frame'] },
  )
  browser.webRequest.onCompleted.addListener(
    ({ tabId, url, statusCode }) => {
      signIn.answered({ tabId, url, statusCode }).catch(report)
    },
    { urls: watchedHosts(), types: ['main_frame'] },
  )
  browser.webRequest.onBeforeRequest.addListener(
    details => {
      const { tabId, url, requestId } = details
      const redirectedBy = redirects.sourceOf(requestId, url)
      signIn.redirected({ tabId, url, redirectedBy, initiator: initiatorOf(details) }).catch(report)
      return undefined
    },
    { urls: [CALLBACK_PATTERN], types: ['main_frame'] },
  )
  browser.tabs.onUpdated.addListener((tabId, { url }) => {
    if (url !== undefined) signIn.went(tabId, url).catch(report)
  })
  return registerVisit('begin-sign-in', signIn, report)
}

/** The page is read only for its refusal, so an unreadable page counts as one without text. */
async function readText(tabId: number): Promise<string> {
  try {
    return (await readPage(tabId))?.text ?? ''
  } catch (error) {
    console.warn('recipisa:', error)
    return ''
  }
}

/** Chromium reports the origin of the page that began a navigation, Firefox the page. */
function initiatorOf(details: WebRequest.OnBeforeRequestDetailsType & { initiator?: string }): string | undefined {
  return details.initiator ?? details.originUrl ?? details.documentUrl
}
