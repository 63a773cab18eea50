import browser from 'webextension-polyfill'
import { isChosen } from '../../host/calls/choice.ts'
import type { HostClient } from '../../host/client.ts'
import { answerBegin } from '../certificate-visit/answer-begin.ts'
import { roundStore } from '../certificate-visit/stored-visits.ts'
import { closeTab, leadTab, openTab } from '../certificate-visit/tabs.ts'
import { createRound, type RoundController, type RoundSteps } from './round.ts'

/** Registers the listeners of the single sign-in. Call it synchronously when the background starts. */
export function registerRound(
  connect: () => HostClient,
  steps: RoundSteps,
  report: (error: unknown) => void,
): RoundController {
  const round = createRound({
    connect,
    now: Date.now,
    isCertificateChosen: isChosen,
    read: roundStore.read,
    write: roundStore.write,
    openTab,
    leadTab,
    closeTab,
    steps,
    resultPage: browser.runtime.getURL('/signed-in.html'),
  })
  browser.tabs.onRemoved.addListener(tabId => {
    round.tabClosed(tabId).catch(report)
  })
  answerBegin('begin-round', round.begin, report)
  return round
}
