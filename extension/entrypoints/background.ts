import { defineBackground } from 'wxt/utils/define-background'
import { registerBadge } from '../features/badge/background.ts'
import { registerCertificateCalls } from '../features/certificate-calls/background.ts'
import { registerCertificateStep } from '../features/certificate-calls/step.ts'
import { registerRound } from '../features/certificate-round/background.ts'
import { createCertificateLook } from '../features/certificates/background.ts'
import { registerFirstRun } from '../features/first-run/background.ts'
import { registerGatewaySession } from '../features/gateway-session/background.ts'
import { registerLookup } from '../features/lookup/background.ts'
import { registerNotices } from '../features/notices/background.ts'
import { registerPortalCapture } from '../features/portal-capture/background.ts'
import { registerReceipts } from '../features/receipts/background.ts'
import { registerSignIn } from '../features/sign-in/background.ts'
import { backgroundSchema } from '../host/background-schemas.ts'
import { BACKGROUND_SENTENCES } from '../host/background-sentences.ts'
import type { HostClient } from '../host/client.ts'
import { takeSentencesFrom } from '../host/describe-failure.ts'
import { connectNativeHost } from '../host/port.ts'
import { takeSchemasFrom } from '../host/schemas.ts'
import { shareHost } from '../host/share-host.ts'
import { addBackgroundPhrases } from '../locales/script-phrases.ts'

/** How long the background's host waits for the next question, ms: a sign-in asks several, each a moment after the last. */
const LINGER = 3000

export default defineBackground(() => {
  addBackgroundPhrases()
  takeSentencesFrom(() => BACKGROUND_SENTENCES)
  takeSchemasFrom(backgroundSchema)
  const report = (error: unknown) => console.error('recipisa:', error)
  // One host serves all pages of web sites, however many ask, and another what the background asks by itself.
  const connectForPages = shareHost(connectNativeHost)
  const connect = shareHost(connectNativeHost, LINGER)
  registerFirstRun(report)
  registerCertificateVisits(connect, report)
  registerLookup(connectForPages, report)
  registerPortalCapture(connectForPages, report)
  registerReceipts(report)
  registerCertificateCalls(report)
  const [lookForNotices, lookForCertificates] = [registerNotices(report), createCertificateLook()]
  const alsoLook = (host: HostClient) => {
    lookForCertificates().catch(report)
    return lookForNotices(host)
  }
  registerBadge(connect, alsoLook, report)
})

/** Every visit is either separate or a step of the single sign-in, which continues in its tab. */
function registerCertificateVisits(connect: () => HostClient, report: (error: unknown) => void): void {
  const goOn = (tabId: number): Promise<boolean> => round.goOn(tabId)
  const round = registerRound(
    connect,
    {
      // Its page may report again while the next step begins in the tab.
      certificate: registerCertificateStep(tabId => round.goOn(tabId, 'certificate'), report),
      efactura: registerSignIn(connect, goOn, report),
      spv: registerGatewaySession('spv', connect, goOn, report),
      portal: registerGatewaySession('portal', connect, goOn, report),
    },
    report,
  )
}
