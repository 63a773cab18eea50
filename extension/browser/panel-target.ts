import * as v from 'valibot'
import { takeForWindow } from './for-window.ts'
import { openPanelAfter } from './open-pages.ts'
import { createSessionStore } from './session-store.ts'

/** The panel's next view: a message of the mailbox, the mailbox, a filing, a view, or the invoices of a search. An open panel shows it at once. */
export const ShownFirst = v.union([
  v.object({ mail: v.nullable(v.string()) }),
  v.object({ filing: v.object({ area: v.picklist(['uploads', 'declarations']), id: v.number() }) }),
  v.object({ view: v.picklist(['lookup', 'checks', 'today']) }),
  v.object({ search: v.string() }),
])
export type ShownFirst = v.InferOutput<typeof ShownFirst>

/** `windowId`: the only window whose panel shows it; without it, any panel does. Stored because the panel may not be open yet. */
const target = createSessionStore('panelShows', v.object({ shown: ShownFirst, windowId: v.optional(v.number()) }))

/** Opens the panel of the window of a click at `shown`. Call it synchronously in the click. */
export const openPanelAt = (shown: ShownFirst, windowId: number | undefined): Promise<void> =>
  openPanelAfter(leaveForPanel(shown, windowId), windowId)

/** Stores `shown` for the panel of a window, or for any panel. */
export const leaveForPanel = (shown: ShownFirst, windowId?: number): Promise<void> => target.write({ shown, windowId })

/** Calls `show` with the stored target of this window, now and for each later one; each is shown once. */
export const takeForPanel = (show: (shown: ShownFirst) => void): Promise<void> =>
  takeForWindow(target, ({ shown }) => show(shown))
