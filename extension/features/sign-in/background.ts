import browser from 'webextension-polyfill'
import { failureBody } from '../../host/failure.ts'
import { connectNativeHost } from '../../host/port.ts'
import { parseMessage, type SignInAnswer } from '../../messages.ts'
import { SIGN_IN_LIMIT } from './attempt.ts'
import { createSignIn } from './controller.ts'
import { hangupPatterns } from './navigation.ts'
import { readSignIn, writeSignIn } from './store.ts'

const TIMEOUT_ALARM = 'sign-in-timeout'
/** Patterns match any port; the attempt says which one counts. */
const CALLBACK_PATTERN = 'https://localhost/callback*'

/**
 * Registers the sign-in's listeners. To be called synchronously when the background starts: only then do the events wake
 * it. `report` gets what no page is waiting for.
 */
export function registerSignIn(report: (error: unknown) => void): void {
  const signIn = createSignIn({
    connect: connectNativeHost,
    now: Date.now,
    read: readSignIn,
    write: writeSignIn,
    openTab,
    leadTab,
    resultPage: browser.runtime.getURL('/signed-in.html'),
  })
  const permissions = browser.runtime.getManifest().host_permissions ?? []

  browser.webRequest.onBeforeRequest.addListener(
    ({ tabId, url }) => {
      signIn.redirected({ tabId, url }).catch(report)
      return undefined
    },
    { urls: [CALLBACK_PATTERN], types: ['main_frame'] },
  )
  browser.webRequest.onBeforeRequest.addListener(
    ({ tabId }) => {
      signIn.hungUp(tabId).catch(report)
      return undefined
    },
    { urls: hangupPatterns(permissions), types: ['main_frame'] },
  )
  browser.webRequest.onErrorOccurred.addListener(
    details => {
      signIn.navigationFailed(details).catch(report)
    },
    { urls: permissions, types: ['main_frame'] },
  )
  browser.tabs.onRemoved.addListener(tabId => {
    signIn.tabClosed(tabId).catch(report)
  })
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === TIMEOUT_ALARM) signIn.timedOut().catch(report)
  })
  browser.runtime.onMessage.addListener((message: unknown) => {
    return parseMessage(message)?.tell === 'begin-sign-in' ? begin() : undefined
  })

  async function begin(): Promise<SignInAnswer> {
    try {
      await signIn.begin()
      await browser.alarms.create(TIMEOUT_ALARM, { when: Date.now() + SIGN_IN_LIMIT })
      return { error: null }
    } catch (error) {
      return { error: failureBody(error) }
    }
  }
}

async function openTab(): Promise<number> {
  const { id } = await browser.tabs.create({ url: 'about:blank', active: true })
  if (id === undefined) throw new Error('the browser opened no tab')
  return id
}

async function leadTab(tabId: number, url: string): Promise<boolean> {
  try {
    await browser.tabs.update(tabId, { url })
    return true
  } catch (error) {
    const open = await browser.tabs.query({})
    if (open.some(tab => tab.id === tabId)) throw error
    return false // closed meanwhile: nobody is left to show it to
  }
}
