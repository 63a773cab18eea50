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

/** `windowId`: the only window whose panel shows it; without it, any panel does. */
const PanelTarget = v.object({ shown: ShownFirst, windowId: v.optional(v.number()) })

/** In the browser's session storage, because the panel may not be open yet. */
const KEY = 'panelShows'

/** Opens the panel of the window of a click at `shown`. Call it synchronously in the click. */
export const openPanelAt = (shown: ShownFirst, windowId: number | undefined): Promise<void> =>
  openPanelAfter(leaveForPanel(shown, windowId), windowId)

/** Stores `shown` for the panel of a window, or for any panel. */
export async function leaveForPanel(shown: ShownFirst, windowId?: number): Promise<void> {
  const target: v.InferInput<typeof PanelTarget> = windowId === undefined ? { shown } : { shown, windowId }
  await browser.storage.session.set({ [KEY]: target })
}

/** Calls `show` with the stored target of this window, now and for each later one; each is shown once. */
export async function takeForPanel(show: (shown: ShownFirst) => void): Promise<void> {
  const own = (await browser.windows.getCurrent()).id
  await watchStored('session', KEY, value => {
    const parsed = v.safeParse(PanelTarget, value)
    if (!parsed.success) return
    const { shown, windowId } = parsed.output
    if (windowId !== undefined && windowId !== own) return
    void browser.storage.session.remove(KEY)
    show(shown)
  })
}
