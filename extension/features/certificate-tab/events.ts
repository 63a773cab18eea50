import browser from 'webextension-polyfill'
import { failureBody } from '../../host/failure.ts'
import { type BeginAnswer, type BeginMessage, parseMessage } from '../../messages.ts'
import { ATTEMPT_LIMIT } from './attempt.ts'
import type { AttemptEvents } from './attempts.ts'
import { hangupPatterns } from './navigation.ts'

/** Hosts of the authority that the manifest lets us see. */
export const watchedHosts = (): string[] => browser.runtime.getManifest().host_permissions ?? []

/**
 * Registers what begins and what ends an attempt. To be called synchronously when the background starts: only then do
 * the events wake it. `report` gets what no page is waiting for.
 */
export function registerAttempt(
  kind: BeginMessage,
  events: AttemptEvents & { begin(): Promise<void> },
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
  browser.runtime.onMessage.addListener((message: unknown) => {
    return parseMessage(message)?.tell === kind ? begin() : undefined
  })

  async function begin(): Promise<BeginAnswer> {
    try {
      await events.begin()
      await browser.alarms.create(alarm, { when: Date.now() + ATTEMPT_LIMIT })
      return { error: null }
    } catch (error) {
      return { error: failureBody(error) }
    }
  }
}
