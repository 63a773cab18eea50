import { openChromium } from '../../browser/support/chromium/chromium.ts'
import { cardOn } from '../../browser/support/chromium/page-card.ts'
import { setUpMachine } from '../../browser/support/machine/machine.ts'
import { missingFor } from '../../browser/support/machine/missing.ts'
import { openDisplay } from '../../browser/support/screen/display.ts'
import { ACME, PAGE, STRICT } from '../../browser/support/site/lookup-pages.ts'
import { openWebSite } from '../../browser/support/site/web-site.ts'
import { menuIsThere } from '../../browser/support/steps.ts'
import { waitFor } from '../../support/wait-for.ts'
import { timePaints } from '../support/paint-time.ts'
import type { Row } from '../support/row.ts'

/** The promised time from the click to the first frame that shows the card, ms. */
const PROMISED = 100
const CLICKS = 9

/** The first paint of the card after a click in the page's menu. */
export const row: Row = {
  unavailable: () => (missingFor('browser', 'screen') ? 'Chromium or a screen is not installed' : undefined),
  measure: async () => ({
    lines: [
      {
        measure: 'card: from the click to its first paint',
        unit: 'ms',
        ours: await timeClicks(),
        floor: null,
        limits: [{ of: 'ours', atMost: PROMISED }],
      },
    ],
  }),
}

async function timeClicks(): Promise<number[]> {
  const machine = await setUpMachine({})
  const display = await openDisplay(machine.sandbox.env, machine.sandbox.folder)
  const site = await openWebSite(() => ({ '/page': { body: PAGE, policy: STRICT } }))
  const env = { ...machine.sandbox.env, DISPLAY: display.name }
  const context = await openChromium({ ...machine.sandbox, env }, { headless: false })
  try {
    machine.authority.registers.set(ACME, { name: 'ACME SRL' })
    await menuIsThere(context)
    const page = await context.newPage()
    await page.goto(site.url('/page'))
    const card = await cardOn(page)
    const paint = await timePaints(context, page)
    const times: number[] = []
    while (times.length < CLICKS) {
      await page.locator('#text').evaluate(element => getSelection()?.selectAllChildren(element))
      const box = await page.locator('#text').boundingBox()
      const window = await page.evaluate(() => ({ x: screenX, y: screenY + outerHeight - innerHeight }))
      await display.click({ x: window.x + (box?.x ?? 0) + 20, y: window.y + (box?.y ?? 0) + 5 }, 'right')
      await waitFor('the card is there', async () => {
        await display.press('y')
        return (await card.text()) !== undefined
      })
      times.push(await waitFor('the card is painted', paint.latest))
      await display.press('Escape')
      await card.gone()
    }
    return times
  } finally {
    await context.close()
    await display.close()
    await site.close()
    await machine.remove()
  }
}
