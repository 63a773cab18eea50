import browser from 'webextension-polyfill'
import type { BeginMessage } from '../../browser/messages.ts'
import { answerBegin } from './answer-begin.ts'
import { hangupPatterns } from './navigation.ts'
import { VISIT_LIMIT } from './visit.ts'
import type { Begun, CertificateVisitEvents } from './visits.ts'
import { watchedHosts } from './watched-hosts.ts'

/**
 * Registers the events that begin and end a visit; returns the function that begins it. Call it synchronously when the
 * background starts, or the events will not wake it. `report` gets the errors that no page waits for.
 */
export function registerVisit(
  kind: BeginMessage,
  events: CertificateVisitEvents & { begin(inTab?: number): Promise<Begun> },
  report: (error: unknown) => void,
): (inTab: number) => Promise<Begun> {
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
  const start = async (inTab?: number): Promise<Begun> => {
    const begun = await events.begin(inTab)
    if (begun === 'begun') await browser.alarms.create(alarm, { when: Date.now() + VISIT_LIMIT })
    return begun
  }
  answerBegin(kind, start, report)
  return start
}
