import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { openPanelAfter } from '../../browser/open-pages.ts'
import { watchStored } from '../../browser/watch-stored.ts'
import { ClickProblem } from './handle-click.ts'

/** Key of the request for the panel, in storage.session, which web pages cannot read. */
const STORAGE_KEY = 'lookup-request'
/** How long a request waits for an opening panel, in milliseconds; later it would be a surprise. */
const FRESH = 30_000

/** Companies for the panel to show; without any, its search with the reason. */
const LookupRequest = v.object({
  cuis: v.array(v.string()),
  problem: v.optional(ClickProblem),
  /** Epoch milliseconds. */
  at: v.number(),
  windowId: v.optional(v.number()),
})
type LookupRequest = v.InferOutput<typeof LookupRequest>

/**
 * Opens the panel of a window with these companies; without any, with its search. Call it synchronously in a click, or the
 * browser refuses to open the panel, which then opens as a tab.
 */
export async function openInPanel(
  cuis: readonly string[],
  windowId: number | undefined,
  problem?: ClickProblem,
): Promise<void> {
  const request: LookupRequest = {
    cuis: [...cuis],
    at: Date.now(),
    ...(windowId === undefined ? {} : { windowId }),
    ...(problem === undefined ? {} : { problem }),
  }
  await openPanelAfter(browser.storage.session.set({ [STORAGE_KEY]: request }), windowId)
}

/**
 * Passes each request for this window to the panel, also one made while the panel was opening; each once.
 */
export async function followLookupRequests(
  listener: (cuis: string[], problem: ClickProblem | undefined) => void,
): Promise<void> {
  const ownWindow = (await browser.windows.getCurrent()).id
  const take = (stored: unknown) => {
    const parsed = v.safeParse(LookupRequest, stored)
    if (!parsed.success) return
    const { cuis, problem, at, windowId } = parsed.output
    if (windowId !== undefined && windowId !== ownWindow) return
    void browser.storage.session.remove(STORAGE_KEY)
    if (Date.now() - at < FRESH) listener(cuis, problem)
  }
  await watchStored('session', STORAGE_KEY, take)
}
