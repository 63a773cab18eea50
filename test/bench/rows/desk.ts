import type { Page } from 'playwright-core'
import { browserOf } from '../../browser/support/chromium/chromium.ts'
import { openPage } from '../../browser/support/steps.ts'
import { waitFor } from '../../support/wait-for.ts'
import { inBrowser, withoutBrowser } from '../support/in-browser.ts'
import type { Row } from '../support/row.ts'
import { ROUNDS } from '../support/samples.ts'
import { tasksIn } from '../support/tasks.ts'

const DOCUMENTS = 100_000

/** The longest task of the desk's page while a person scrolls 100,000 rows, sorts them, and selects all. */
export const row: Row = {
  unavailable: withoutBrowser,
  measure: () =>
    inBrowser(DOCUMENTS, async context => {
      const desk = await openPage(context, 'desk.html')
      await desk.setViewportSize({ width: 1400, height: 800 })
      await rowsAreThere(desk)
      const longest: number[] = []
      while (longest.length < ROUNDS) {
        const browser = browserOf(context)
        await browser.startTracing(desk, { categories: ['toplevel', 'devtools.timeline'] })
        await work(desk)
        longest.push(Math.max(...tasksIn(await browser.stopTracing())))
      }
      return {
        lines: [
          {
            measure: 'desk: the longest task while 100,000 rows scroll, are sorted and selected',
            unit: 'ms',
            ours: longest,
            floor: null,
            limits: [{ of: 'ours', atMost: 50 }],
            reason:
              'it is not known which task it is: a jump or a sort writes 40 rows of 11 cells at once, and their layout belongs to the same task',
          },
        ],
      }
    }),
}

async function work(desk: Page): Promise<void> {
  await desk.mouse.move(600, 500)
  for (let turn = 0; turn < 50; turn++) await desk.mouse.wheel(0, 800)
  for (const place of [0.5, 1, 0]) {
    await desk.evaluate(`(() => {
      const table = document.querySelector('.table')
      table.scrollTop = table.scrollHeight * ${place}
    })()`)
    await rowsAreThere(desk)
  }
  await desk.locator('.table thead th button').nth(2).click()
  await rowsAreThere(desk)
  await desk.locator('.table tbody tr[data-id]').first().click()
  await desk.keyboard.press('Control+a')
  await desk.keyboard.press('Escape')
}

const rowsAreThere = (desk: Page) =>
  waitFor('the rows there are drawn', () =>
    desk.evaluate<boolean>(`document.querySelectorAll('.table tbody tr[data-id]').length > 10
      && !document.querySelector('.table tbody .pending')`),
  )
