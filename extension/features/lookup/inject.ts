import type { Click, Outcome } from './on-page/click.ts'
import { handClickOver } from './on-page/hand-over.ts'

/** `isOpened`: whether the click itself gives access to this frame, as to the page's top frame (activeTab). */
export type Frame = { tabId: number; frameId: number; isOpened: boolean }
type Injection = { target: { tabId: number; frameIds: [number] } } & (
  | { files: [string] }
  | { func: (click: Click) => void; args: [Click] }
)
/**
 * The API with callbacks, which the common one lacks. Within a callback the browser still counts the click, after an awaited
 * promise it does not; the panel opens only in a click.
 */
declare const chrome: {
  runtime: { lastError?: { message?: string } }
  scripting: { executeScript(injection: Injection, done: (results?: { result?: unknown }[]) => void): void }
}

/** How long to try to inject into a frame that does not have the access of the click yet, and the pause between tries, ms. */
const GRANTED_WITHIN = 3_000
const PAUSE = 20
/** Chromium's error for a frame without access; pages that are closed to all extensions have another error. */
const NOT_OPENED = /Cannot access contents of/

/**
 * Shows the card in a frame. `done` is called within the click with the outcome, or with undefined when the browser allows no
 * extension there (its own pages, the web store, a frame of another site). Chromium may grant a busy page the access of the
 * click later than the script arrives; such a frame is tried again after the click, for as long as a busy computer may need.
 */
export function showCardIn({ tabId, frameId, isOpened }: Frame, click: Click, done: (outcome?: Outcome) => void): void {
  const target = { tabId, frameIds: [frameId] satisfies [number] }
  const until = isOpened ? Date.now() + GRANTED_WITHIN : 0
  // Both at once: a callback within a callback no longer counts as the click.
  inject({ target, func: handClickOver, args: [click] }, until, () => undefined)
  inject({ target, files: ['/lookup-card.js'] }, until, result => done(result as Outcome | undefined)) // the value of lookup-card.ts
}

/** `until`: when to give up on a frame without access, ms since 1970. */
function inject(injection: Injection, until: number, done: (result: unknown) => void): void {
  chrome.scripting.executeScript(injection, results => {
    // Always read: the browser logs an error that nobody reads.
    const refusal = chrome.runtime.lastError
    if (!refusal) done(results?.[0]?.result)
    else if (Date.now() < until && NOT_OPENED.test(refusal.message ?? ''))
      setTimeout(() => inject(injection, until, done), PAUSE)
    else done(undefined)
  })
}
