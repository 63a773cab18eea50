import browser from 'webextension-polyfill'
import { joinRuns } from '../../../shared/async/join-runs.ts'
import { tellChanged } from '../../browser/messages.ts'
import { choiceStore, isChosen, noteLost, workStore } from '../../host/calls/choice.ts'
import { connectNativeHost } from '../../host/port.ts'
import { withHost } from '../../host/with-host.ts'

/** Keys of the session storage whose changes mean new work, or work that can continue. */
const KEYS = [choiceStore.key, workStore.key]

/**
 * Has the host do its work at the e-invoicing API over a port of the background, which stays open while there is some: no
 * page is needed. Only after the person has chosen the certificate in this session of the browser (E-28). Call it
 * synchronously when the background starts.
 */
export function registerCertificateCalls(report: (error: unknown) => void): void {
  const serve = joinRuns(async () => {
    if (await isChosen()) await serveOnce()
  })

  browser.storage.session.onChanged.addListener(changes => {
    if (KEYS.some(key => key in changes)) serve().catch(report)
  })
}

async function serveOnce(): Promise<void> {
  try {
    await withHost(connectNativeHost, async host => {
      const { isWaiting } = await host.request('certificate.serve', {})
      if (isWaiting) await noteLost()
    })
  } finally {
    // No listener is no failure.
    await tellChanged().catch(() => undefined)
  }
}
