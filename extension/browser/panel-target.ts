import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { openPanelAfter } from './open-pages.ts'
import { watchStored } from './watch-stored.ts'

/** The panel's next view: a message of the mailbox, the mailbox, a filing, a view, or the invoices of a search. An open panel shows it at once. */
export const ShownFirst = v.union([
  v.object({ mail: v.nullable(v.string()) }),
  v.object({ filing: v.object({ area: v.picklist(['uploads', 'declarations']), id: v.number() }) }),
  v.object({ view: v.picklist(['lookup', 'checks', 'today']) }),
  v.object({ search: v.string() }),
])
export type ShownFirst = v.InferOutput<typeof ShownFirst>

/** In the browser's session storage, because the panel may not be open yet. */
const KEY = 'panelShows'

/** Opens the panel of a window at `shown`. Call it synchronously in a click. */
export const openPanelAt = (shown: ShownFirst, windowId: number | undefined): Promise<void> =>
  openPanelAfter(leaveForPanel(shown), windowId)

export async function leaveForPanel(shown: ShownFirst): Promise<void> {
  await browser.storage.session.set({ [KEY]: shown })
}

/** Calls `show` with the stored target, now and for each later one; each is shown once. */
export async function takeForPanel(show: (shown: ShownFirst) => void): Promise<void> {
  await watchStored('session', KEY, value => {
    const parsed = v.safeParse(ShownFirst, value)
    if (!parsed.success) return
    void browser.storage.session.remove(KEY)
    show(parsed.output)
  })
}
