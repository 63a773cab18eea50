import { expect, test } from 'vitest'
import { openChromium } from '../browser/support/chromium/chromium.ts'
import { setUpMachine } from '../browser/support/machine/machine.ts'
import { missingFor } from '../browser/support/machine/missing.ts'
import { openPage } from '../browser/support/steps.ts'
import { fillArchive } from '../support/large-office.ts'
import { run } from '../support/run-program.ts'
import { waitFor } from '../support/wait-for.ts'

const DOCUMENTS = 100_000
/** What the browser itself calls a long task, ms. */
const LONG = 50
/** The promised time from a search to its rows, ms. */
const SEARCH = 300

test.skipIf(missingFor('browser'))(
  'W-01 100,000 documents: the longest task while they scroll, and a search, as shares of what was promised',
  { timeout: 400_000 },
  async () => {
    const machine = await setUpMachine({})
    const { sandbox } = machine
    await run(process.execPath, ['dist/recipisa.js', 'companies', 'list'], { env: sandbox.env })
    await fillArchive(sandbox.dataDir, { companies: 200, documents: DOCUMENTS, now: Date.now() })
    const context = await openChromium(sandbox, { headless: true })
    try {
      const desk = await openPage(context, 'desk.html')
      await desk.setViewportSize({ width: 1400, height: 800 })
      await desk.locator('.table tbody tr[data-id]').first().waitFor()
      await desk.evaluate(`(() => {
        globalThis.tasks = []
        new PerformanceObserver(list => {
          for (const { duration } of list.getEntries()) globalThis.tasks.push(duration)
        }).observe({ type: 'longtask' })
      })()`)
      await desk.mouse.move(600, 500)
      for (let turn = 0; turn < 100; turn++) await desk.mouse.wheel(0, 800)
      for (const place of [0.25, 0.5, 0.75, 1]) {
        await desk.evaluate(`(() => {
          const table = document.querySelector('.table')
          table.scrollTop = table.scrollHeight * ${place}
        })()`)
        await waitFor('the rows there are drawn', () =>
          desk.evaluate<boolean>(`document.querySelectorAll('.table tbody tr').length > 10
            && !document.querySelector('.table tbody .skeleton')`),
        )
      }
      const tasks = await desk.evaluate<number[]>('globalThis.tasks')
      const begun = Date.now()
      await desk.getByRole('searchbox').fill('>49000 chirie luna trecută')
      await waitFor('the rows are those of the search', () =>
        desk.evaluate<boolean>(`location.hash.includes('q=')
          && Number(document.querySelector('[role=grid]')?.ariaRowCount) < ${DOCUMENTS}`),
      )
      const searched = Date.now() - begun
      console.log(
        `longest task: ${(Math.max(0, ...tasks) / LONG).toFixed(2)} of ${LONG} ms (${tasks.length} long ones)`,
      )
      console.log(`a search: ${(searched / SEARCH).toFixed(2)} of ${SEARCH} ms`)
      expect(tasks).toBeDefined()
    } finally {
      await context.close()
      await machine.remove()
    }
  },
)
