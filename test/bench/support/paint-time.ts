import type { BrowserContext, Page } from 'playwright-core'

/** Time from the click's arrival at the extension to the first frame that shows the card, ms. */
export type PaintTime = {
  /** The latest click's time; undefined while its card is not painted. */
  latest(): Promise<number | undefined>
}

/** Measures beside the extension's own listeners and outside its card. All clocks are this machine's. */
export async function timePaints(context: BrowserContext, page: Page): Promise<PaintTime> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate('chrome.contextMenus.onClicked.addListener(() => { globalThis.clickedAt = Date.now() })')
  // A message posted in a frame's callback arrives once that frame has been painted.
  await page.evaluate(`new MutationObserver(() => {
    if (!document.querySelector('html > div')) return
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { globalThis.paintedAt = Date.now() }
      port2.postMessage(0)
    })
  }).observe(document.documentElement, { childList: true })`)
  return {
    async latest() {
      const clickedAt = await worker.evaluate<number>('globalThis.clickedAt ?? Infinity')
      const paintedAt = await page.evaluate<number>('globalThis.paintedAt ?? -Infinity')
      return paintedAt >= clickedAt ? paintedAt - clickedAt : undefined
    },
  }
}
