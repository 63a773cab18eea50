import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { openPanelOf, openPanelTab } from '../../browser/open-pages.ts'
import { ClickProblem } from './handle-click.ts'

/** Where a request waits for the panel; in storage.session, which pages of web sites cannot read. */
const STORAGE_KEY = 'lookup-request'
/** How long a request waits for a panel that is just opening, in milliseconds; later it would surprise. */
const FRESH = 30_000

/** Companies that the panel is asked to show; none means its search, with the word why. */
const LookupRequest = v.object({
  cuis: v.array(v.string()),
  problem: v.optional(ClickProblem),
  /** Epoch milliseconds. */
  at: v.number(),
  windowId: v.optional(v.number()),
})
type LookupRequest = v.InferOutput<typeof LookupRequest>

/**
 * Opens the panel of a window with these companies; without any, with its search. To be called synchronously in a
 * click: the browser opens the panel for nothing else, and where it does not take it for one, the panel comes as a tab.
 */
export async function openInPanel(
  cuis: readonly string[],
  windowId: number | undefined,
  problem?: ClickProblem,
): Promise<void> {
  const opened = openPanelOf(windowId).catch(openPanelTab)
  const request: LookupRequest = {
    cuis: [...cuis],
    at: Date.now(),
    ...(windowId === undefined ? {} : { windowId }),
    ...(problem === undefined ? {} : { problem }),
  }
  await Promise.all([opened, browser.storage.session.set({ [STORAGE_KEY]: request })])
}

/**
 * Hands the panel each request made for its window, also one made while it was opening. Each is handed out once.
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
  browser.storage.session.onChanged.addListener(changes => take(changes[STORAGE_KEY]?.newValue))
  take((await browser.storage.session.get(STORAGE_KEY))[STORAGE_KEY])
}
