import type { BrowserContext } from 'playwright-core'
import { pageUrl } from '../../browser/support/steps.ts'
import { waitFor } from '../../support/wait-for.ts'
import { inBrowser, withoutBrowser } from '../support/in-browser.ts'
import type { Row } from '../support/row.ts'
import { inTurns } from '../support/samples.ts'

const DOCUMENTS = 100_000

/** From the address to what a person waits for, held against a page of the extension without any script. */
export const row: Row = {
  unavailable: withoutBrowser,
  measure: () =>
    inBrowser(DOCUMENTS, async context => {
      const { empty, popup, panel } = await inTurns({
        empty: () => timePage(context, '_locales/en/messages.json', 'pre, body'),
        popup: () => timePage(context, 'popup.html', 'main h1'),
        panel: () => timePage(context, 'sidepanel.html', '.rows .row-who'),
      })
      const floor = { name: 'an empty page of the extension', values: empty }
      return {
        lines: [
          {
            measure: 'popup’s first content',
            unit: 'ms',
            ours: popup,
            floor,
            limits: [{ of: 'difference', atMost: 60 }],
            reason:
              'at its target, on either side of it (+ 55 and + 60 ms in two quiet runs): one reading of the browser’s storage and the first drawing are left',
          },
          {
            measure: 'panel’s first rows, 100,000 documents',
            unit: 'ms',
            ours: panel,
            floor,
            limits: [{ of: 'difference', atMost: 120 }],
            reason:
              'the rows come from a program that the browser starts for the page: scripts until 105 ms, the greeting at 190, the answer at 270, drawn at 295',
          },
        ],
      }
    }),
}

/** Until something of `selector` is in the page, ms by the page's own clock from the begin of its navigation. */
async function timePage(context: BrowserContext, path: string, selector: string): Promise<number> {
  const page = await context.newPage()
  try {
    await page.addInitScript(`{
      const look = () => document.querySelector(${JSON.stringify(selector)}) && (globalThis.foundAt ??= performance.now())
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
      addEventListener('DOMContentLoaded', look)
    }`)
    await page.goto(pageUrl(path))
    return await waitFor(`${path} shows something`, () => page.evaluate<number | undefined>('globalThis.foundAt'))
  } finally {
    await page.close()
  }
}
