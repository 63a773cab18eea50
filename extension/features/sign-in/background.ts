import browser from 'webextension-polyfill'
import { connectNativeHost } from '../../host/port.ts'
import { registerAttempt } from '../certificate-tab/events.ts'
import { closeTab, hasCrashed, leadTab, openTab } from '../certificate-tab/tabs.ts'
import { signInStore } from './attempt.ts'
import { createSignIn } from './controller.ts'

/** Patterns match any port; the attempt says which one counts. */
const CALLBACK_PATTERN = 'https://localhost/callback*'

/** Registers the sign-in's listeners. To be called synchronously when the background starts. */
export function registerSignIn(report: (error: unknown) => void): void {
  const signIn = createSignIn({
    connect: connectNativeHost,
    now: Date.now,
    read: signInStore.read,
    write: signInStore.write,
    openTab,
    leadTab,
    closeTab,
    hasCrashed,
    resultPage: browser.runtime.getURL('/signed-in.html'),
  })
  registerAttempt('begin-sign-in', signIn, report)
  browser.webRequest.onBeforeRequest.addListener(
    ({ tabId, url }) => {
      signIn.redirected({ tabId, url }).catch(report)
      return undefined
    },
    { urls: [CALLBACK_PATTERN], types: ['main_frame'] },
  )
}
