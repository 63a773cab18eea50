import * as v from 'valibot'
import { takeForWindow } from '../../browser/for-window.ts'
import { openPanelAfter } from '../../browser/open-pages.ts'
import { createSessionStore } from '../../browser/session-store.ts'
import { ClickProblem } from './handle-click.ts'

/** How long a request waits for an opening panel, in milliseconds; later it would be a surprise. */
const FRESH = 30_000

/** Companies for the panel to show; without any, its search with the reason. In storage that web pages cannot read. */
const requests = createSessionStore(
  'lookup-request',
  v.object({
    cuis: v.array(v.string()),
    problem: v.optional(ClickProblem),
    /** Epoch milliseconds. */
    at: v.number(),
    windowId: v.optional(v.number()),
  }),
)

/**
 * Opens the panel of a window with these companies; without any, with its search. Call it synchronously in a click, or the
 * browser refuses to open the panel, which then opens as a tab.
 */
export async function openInPanel(
  cuis: readonly string[],
  windowId: number | undefined,
  problem?: ClickProblem,
): Promise<void> {
  await openPanelAfter(requests.write({ cuis: [...cuis], at: Date.now(), windowId, problem }), windowId)
}

/**
 * Passes each request for this window to the panel, also one made while the panel was opening; each once.
 */
export const followLookupRequests = (
  listener: (cuis: string[], problem: ClickProblem | undefined) => void,
): Promise<void> =>
  takeForWindow(requests, ({ cuis, problem, at }) => {
    if (Date.now() - at < FRESH) listener(cuis, problem)
  })
