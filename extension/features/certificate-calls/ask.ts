import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { hasSiteAccess } from '../../browser/site-access.ts'
import { isAllowed } from '../../host/calls/allowed.ts'
import { watchError } from '../../host/calls/call-error.ts'
import { noteChosen } from '../../host/calls/choice.ts'
import { failureOf } from '../../host/calls/error-names.ts'
import { certificateProblemOf } from '../../host/calls/firefox-sentences.ts'
import type { HostClient } from '../../host/client.ts'

/**
 * Requests an address that asks for the certificate, from a page, so that the browser lets the person choose it. Throws
 * `certificate-not-presented` and `certificate-refused`, `unreachable` and `tls-untrusted`, `site-access-missing`, or
 * `certificate-address-refused` for a profile whose `certUrl` is not ours.
 */
export async function askForCertificate(host: HostClient, now: number): Promise<void> {
  const { url } = await host.request('certificate.begin', {})
  const { hostname } = new URL(url)
  if (!isAllowed('GET', url)) throw new RecipisaError('certificate-address-refused', { host: hostname })
  if (!(await hasSiteAccess(url))) throw new RecipisaError('site-access-missing')
  const watch = watchError(url)
  try {
    const answer = await fetch(watch.url, { credentials: 'include', cache: 'no-store', redirect: 'manual' })
    // A redirect shows no status here; it leads to the gateway's own pages.
    if ([0, 401, 403].includes(answer.status)) throw new RecipisaError('certificate-refused')
  } catch (error) {
    if (error instanceof RecipisaError) throw error
    throw errorOf(await watch.name(error), hostname)
  } finally {
    watch.stop()
  }
  await noteChosen(now)
}

function errorOf(problem: string, host: string): RecipisaError {
  const failure = failureOf(problem)
  if (failure === 'no-choice') return new RecipisaError(certificateProblemOf(problem) ?? 'certificate-not-presented')
  return new RecipisaError(failure === 'untrusted' ? 'tls-untrusted' : 'unreachable', { host, problem })
}
