import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { HostClient } from '../../host/client.ts'
import { cookiesFor } from './cookies.ts'

/**
 * Gives the host the portal session of a tab in which the person has signed in. Throws `captured-elsewhere` for a portal that
 * the profile does not know, and any error that the host reports.
 */
export async function takeOverSession(host: HostClient, { url, tabId }: { url: string; tabId: number }): Promise<void> {
  const { url: start } = await host.request('session.begin', { service: 'portal' })
  const { origin, hostname } = new URL(url)
  if (new URL(start).origin !== origin) throw new RecipisaError('captured-elsewhere', { host: hostname })
  await host.request('session.import', { service: 'portal', cookies: await cookiesFor(start, tabId) })
}
