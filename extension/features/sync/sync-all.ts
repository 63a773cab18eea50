import type { Overview } from '../../../shared/protocol/overview.ts'
import type { Page } from '../page/page.ts'
import { reachesEfactura } from '../page/reach.ts'
import { type Sync, waitsForSession } from '../page/sync.ts'

/** The targets of the sync button: e-invoices when signed in, messages with a session. It never begins a sign-in (G-12). */
export function syncable({ overview, sync, mailSync, isCertificateChosen }: Page): Sync[] {
  const found = overview.value
  if (!found) return []
  const hasSession = found.sessions.some(({ service, state }) => service === 'spv' && state === 'active')
  return [
    ...(reachesEfactura(found, isCertificateChosen.value) && found.companies.length > 0 ? [sync] : []),
    ...(hasSession ? [mailSync] : []),
  ]
}

export async function syncAll(page: Page): Promise<void> {
  await Promise.all(syncable(page).map(sync => sync.start()))
}

/** When the latest sync of either kind ended; null before the first. */
export function latestSync({ syncedAt, mailbox }: Overview): number | null {
  const moments = [syncedAt, mailbox.syncedAt].filter(moment => moment !== null)
  return moments.length > 0 ? Math.max(...moments) : null
}

/** Whether a sync is working, so that the sync button waits. One that itself waits for the certificate does not count. */
export function isBusy(page: Page): boolean {
  return isSyncing(page) && !(waitsForSession(page) && !page.sync.running.value)
}

export function isSyncing({ sync, mailSync }: Page): boolean {
  return sync.running.value || mailSync.running.value
}
