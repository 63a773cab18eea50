import type { Overview } from '../../../shared/protocol/overview.ts'
import type { Page } from '../page/page.ts'
import { reachesEfactura } from '../page/reach.ts'
import type { Sync } from '../page/sync.ts'

/** What the sync button syncs: e-invoices when signed in, messages when there is a session. It never begins a sign-in (G-12). */
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

export function isSyncing({ sync, mailSync }: Page): boolean {
  return sync.running.value || mailSync.running.value
}
