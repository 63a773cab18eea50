import type { Click, Outcome } from './on-page/click.ts'
import { handClickOver } from './on-page/hand-over.ts'

type Frame = { tabId: number; frameId: number }
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

/**
 * Shows the card in a frame. `done` is called within the click: with how it went, or undefined where the browser lets no
 * extension in (its own pages, the web store, a frame of another site).
 */
export function showCardIn({ tabId, frameId }: Frame, click: Click, done: (outcome?: Outcome) => void): void {
  const target = { tabId, frameIds: [frameId] satisfies [number] }
  // Both at once: a callback within a callback does not count as the click any more.
  chrome.scripting.executeScript({ target, func: handClickOver, args: [click] }, () => void chrome.runtime.lastError)
  chrome.scripting.executeScript({ target, files: ['/lookup-card.js'] }, results => {
    // Read in any case: the browser complains of a failure that nobody looks at.
    const isRefused = chrome.runtime.lastError !== undefined
    done(isRefused ? undefined : (results?.[0]?.result as Outcome | undefined)) // what lookup-card.ts gives
  })
}
