import type { Click, Outcome } from './on-page/click.ts'
import { handClickOver } from './on-page/hand-over.ts'

/** `isOpened`: whether the click itself opens this frame to us, as it does the page's top frame (activeTab). */
export type Frame = { tabId: number; frameId: number; isOpened: boolean }
type Injection = { target: { tabId: number; frameIds: [number] } } & (
  | { files: [string] }
  | { func: (click: Click) => void; args: [Click] }
)
/**
 * The API with callbacks, which the common one does not have: within a callback the click still counts as one, after an
 * awaited promise it does not, and the panel opens in a click only.
 */
declare const chrome: {
  runtime: { lastError?: { message?: string } }
  scripting: { executeScript(injection: Injection, done: (results?: { result?: unknown }[]) => void): void }
}

/** How often a frame that the click opens is asked whether it knows that by now. */
const TRIES = 5
/** What Chromium says of a frame that no extension was let into; of pages that it lets nobody into it says something else. */
const NOT_OPENED = /Cannot access contents of/

/**
 * Shows the card in a frame. `done` is called within the click: with how it went, or undefined where the browser lets no
 * extension in (its own pages, the web store, a frame of another site). A frame that the click opens but that does not
 * know it yet, for Chromium tells a busy page on another way than the script comes, is asked again, after the click.
 */
export function showCardIn({ tabId, frameId, isOpened }: Frame, click: Click, done: (outcome?: Outcome) => void): void {
  const target = { tabId, frameIds: [frameId] satisfies [number] }
  const tries = isOpened ? TRIES : 1
  // Both at once: a callback within a callback does not count as the click any more.
  inject({ target, func: handClickOver, args: [click] }, tries, () => undefined)
  inject({ target, files: ['/lookup-card.js'] }, tries, result => done(result as Outcome | undefined)) // what lookup-card.ts gives
}

function inject(injection: Injection, tries: number, done: (result: unknown) => void): void {
  chrome.scripting.executeScript(injection, results => {
    // Read in any case: the browser complains of a failure that nobody looks at.
    const refusal = chrome.runtime.lastError
    if (!refusal) done(results?.[0]?.result)
    else if (tries > 1 && NOT_OPENED.test(refusal.message ?? '')) inject(injection, tries - 1, done)
    else done(undefined)
  })
}
