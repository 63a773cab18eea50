import browser, { type Runtime } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isOwnPage, parseMessage } from '../../browser/messages.ts'
import { failureBody } from '../../host/failure.ts'
import { choiceVisitStore } from '../certificate-visit/stored-visits.ts'
import { leadTab } from '../certificate-visit/tabs.ts'
import type { Begun } from '../certificate-visit/visits.ts'

/**
 * Registers the choice of the certificate as a step of the one sign-in; returns what begins it in a given tab, whose page
 * then asks. `goOn`: the next step in that tab, if this one has it. Call it synchronously when the background starts.
 */
export function registerCertificateStep(
  goOn: (tabId: number) => Promise<boolean>,
  report: (error: unknown) => void,
): (inTab: number) => Promise<Begun> {
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    const tabId = sender.tab?.id
    if (tabId !== undefined && isOwnPage(sender) && parseMessage(message)?.tell === 'certificate-visited')
      goOn(tabId).catch(report)
    return undefined
  })
  browser.tabs.onRemoved.addListener(tabId => {
    closed(tabId).catch(report)
  })
  return async tabId => ((await leadTab(tabId, browser.runtime.getURL('/certificate.html'))) ? 'begun' : 'failed')
}

/** A page that is closed during the question cannot report any more. */
async function closed(tabId: number): Promise<void> {
  const visit = await choiceVisitStore.read()
  if (visit?.phase !== 'waiting' || visit.tabId !== tabId) return
  await choiceVisitStore.write({
    ...visit,
    phase: 'failed',
    error: failureBody(new RecipisaError('sign-in-tab-closed')),
  })
}
