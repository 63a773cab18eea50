import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Page } from '../page/page.ts'

/** The dates that must not be missed, as the host last knew them. */
export type Today = {
  found: ReadonlySignal<ResultOf<'today.get'> | undefined>
  error: ReadonlySignal<unknown>
  load(): Promise<void>
}

/** Loads the list at the first overview, and again whenever a poll of the host brings something new, or another day. */
export function createToday({ host, overview, now }: Pick<Page, 'host' | 'overview' | 'now'>): Today {
  const found = signal<ResultOf<'today.get'>>()
  const error = signal<unknown>()
  const load = async () => {
    try {
      found.value = await host.request('today.get', {})
      error.value = undefined
    } catch (problem) {
      error.value = problem
    }
  }
  let seen: string | undefined
  effect(() => {
    const look = overview.value
    // A running sync changes the overview with every document; the list follows at its end.
    if (!look || look.job?.state === 'running') return
    const { uploads, declarations, atRisk, auth, certificates, mailbox, syncedAt, profile } = look
    const stock = JSON.stringify([
      romaniaDay(now.value),
      uploads,
      declarations,
      atRisk,
      auth.refreshExpiresAt,
      certificates,
      mailbox.unread,
      syncedAt,
      profile,
    ])
    if (stock === seen) return
    seen = stock
    void load()
  })
  return { found, error, load }
}
