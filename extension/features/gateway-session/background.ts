import browser from 'webextension-polyfill'
import type { SessionService } from '../../../shared/protocol/session.ts'
import type { BeginMessage } from '../../browser/messages.ts'
import type { HostClient } from '../../host/client.ts'
import { registerVisit } from '../certificate-visit/register-visit.ts'
import { sessionVisitStores } from '../certificate-visit/stored-visits.ts'
import { closeTab, hasCrashed, leadTab, openTab, readPage } from '../certificate-visit/tabs.ts'
import type { Begun } from '../certificate-visit/visits.ts'
import { watchedHosts } from '../certificate-visit/watched-hosts.ts'
import { createGatewaySession } from './controller.ts'
import { cookiesFor, dropCookies } from './cookies.ts'

const KINDS = {
  spv: 'begin-spv-session',
  portal: 'begin-portal-session',
} as const satisfies Record<SessionService, BeginMessage>

/**
 * Registers the listeners of one service's session; returns the function that begins its visit. `goOn`: what follows in the
 * tab of an ended visit. Call it synchronously when the background starts.
 */
export function registerGatewaySession(
  service: SessionService,
  connect: () => HostClient,
  goOn: (tabId: number) => Promise<boolean>,
  report: (error: unknown) => void,
): (inTab: number) => Promise<Begun> {
  const { read, write } = sessionVisitStores[service]
  const session = createGatewaySession(service, {
    connect,
    now: Date.now,
    read,
    write,
    openTab,
    leadTab,
    closeTab,
    hasCrashed,
    readPage,
    sendLogonForm,
    cookiesFor,
    dropCookies,
    goOn,
    resultPage: browser.runtime.getURL(`/signed-in.html?service=${service}`),
  })
  browser.webRequest.onCompleted.addListener(
    ({ tabId, url }) => {
      session.arrived(tabId, url).catch(report)
    },
    { urls: watchedHosts(), types: ['main_frame'] },
  )
  return registerVisit(KINDS[service], session, report)
}

async function sendLogonForm(tabId: number): Promise<void> {
  await browser.scripting.executeScript({ target: { tabId }, func: pressButton })
}

/** Runs in the page. The page's own button sends the form with all its fields. */
function pressButton() {
  const buttons = document.querySelectorAll<HTMLInputElement | HTMLButtonElement>(
    'input[type=submit], input[type=button], button',
  )
  const words = (button: HTMLInputElement | HTMLButtonElement) => `${button.value} ${button.textContent}`
  const found = [...buttons].find(button => /prezentare\s+certificat/i.test(words(button)))
  found?.click()
}
