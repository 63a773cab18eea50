import browser, { type Runtime } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type BeginAnswer, type BeginMessage, isOwnPage, parseMessage, tellChanged } from '../../browser/messages.ts'
import { failureBody } from '../../host/failure.ts'
import { hangupPatterns } from './navigation.ts'
import { VISIT_LIMIT } from './visit.ts'
import type { Begun, CertificateVisitEvents } from './visits.ts'
import { watchedHosts } from './watched-hosts.ts'

/**
 * Registers the events that begin and end a visit. Call it synchronously when the background starts, or the events will not
 * wake it. `report` gets the errors that no page waits for.
 */
export function registerVisit(
  kind: BeginMessage,
  events: CertificateVisitEvents & { begin(): Promise<Begun> },
  report: (error: unknown) => void,
): void {
  const alarm = `${kind}-timeout`

  browser.webRequest.onBeforeRequest.addListener(
    ({ tabId }) => {
      events.hungUp(tabId).catch(report)
      return undefined
    },
    { urls: hangupPatterns(watchedHosts()), types: ['main_frame'] },
  )
  browser.webRequest.onErrorOccurred.addListener(
    details => {
      events.navigationFailed(details).catch(report)
    },
    { urls: watchedHosts(), types: ['main_frame'] },
  )
  browser.tabs.onRemoved.addListener(tabId => {
    events.tabClosed(tabId).catch(report)
  })
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === alarm) events.timedOut().catch(report)
  })
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    return isOwnPage(sender) && parseMessage(message)?.tell === kind ? begin() : undefined
  })

  async function begin(): Promise<BeginAnswer> {
    try {
      // A person can take sites away from an extension; it would not see how the visit ends.
      if (!(await browser.permissions.contains({ origins: watchedHosts() })))
        throw new RecipisaError('site-access-missing')
      const begun = await events.begin()
      if (begun === 'begun') await browser.alarms.create(alarm, { when: Date.now() + VISIT_LIMIT })
      // The page showed a button, so its view of the host is out of date.
      if (begun === 'not-needed') tellChanged().catch(report)
      return { error: null, notNeeded: begun === 'not-needed' }
    } catch (error) {
      return { error: failureBody(error), notNeeded: false }
    }
  }
}
