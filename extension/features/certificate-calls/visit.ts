import { tellBackground } from '../../browser/messages.ts'
import { ownTab } from '../../browser/open-pages.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { choiceVisitStore } from '../certificate-visit/stored-visits.ts'
import { askForCertificate } from './ask.ts'

/**
 * Asks for the certificate in this tab and records the outcome for the sign-in's pages. Then a round continues in the
 * tab. Throws what `askForCertificate` throws.
 */
export async function visitForCertificate(host: HostClient): Promise<void> {
  const visit = { tabId: (await ownTab()) ?? -1, startedAt: Date.now() }
  await choiceVisitStore.write({ phase: 'waiting', ...visit })
  try {
    await askForCertificate(host, visit.startedAt)
    await choiceVisitStore.write({ phase: 'done', ...visit })
  } catch (error) {
    await choiceVisitStore.write({ phase: 'failed', ...visit, error: failureBody(error) })
    throw error
  } finally {
    await tellBackground({ tell: 'certificate-visited' })
  }
}
