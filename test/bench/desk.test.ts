import { expect, test } from 'vitest'
import { browserOf, openChromium } from '../browser/support/chromium/chromium.ts'
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
  { timeout: 590_000 },
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
      const browser = browserOf(context)
      await browser.startTracing(desk, { categories: ['toplevel', 'devtools.timeline'] })
      await desk.mouse.move(600, 500)
      for (let turn = 0; turn < 100; turn++) await desk.mouse.wheel(0, 800)
      for (const place of [0.25, 0.5, 0.75, 1]) {
        await desk.evaluate(`(() => {
          const table = document.querySelector('.table')
          table.scrollTop = table.scrollHeight * ${place}
        })()`)
        await waitFor('the rows there are drawn', () =>
          desk.evaluate<boolean>(`document.querySelectorAll('.table tbody tr').length > 10
            && !document.querySelector('.table tbody .pending')`),
        )
      }
      const tasks = longestTasks(await browser.stopTracing())
      const begun = Date.now()
      await desk.getByRole('searchbox').fill('>49000 chirie luna trecută')
      await waitFor('the rows are those of the search', () =>
        desk.evaluate<boolean>(`location.hash.includes('q=')
          && Number(document.querySelector('[role=grid]')?.ariaRowCount) < ${DOCUMENTS}`),
      )
      const searched = Date.now() - begun
      const [wall, own] = (['wall', 'own'] as const).map(time => Math.max(...tasks.map(task => task[time])))
      console.log(`longest task: ${((wall ?? 0) / LONG).toFixed(2)} of ${LONG} ms, of the page's own thread`)
      console.log(`the same without what others took from it: ${((own ?? 0) / LONG).toFixed(2)} of ${LONG} ms`)
      console.log(
        tasks
          .slice(0, 5)
          .map(({ wall, own }) => `${wall.toFixed(0)}/${own.toFixed(0)}`)
          .join(' '),
      )
      console.log(`a search: ${(searched / SEARCH).toFixed(2)} of ${SEARCH} ms`)
      expect(tasks.length).toBeGreaterThan(0)
    } finally {
      await context.close()
      await machine.remove()
    }
  },
)

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * The tasks of the threads that draw pages, the longest first, ms: by the clock, and by the time in which the processor worked
 * on them. On a machine that is busy with others only the second says something of the page.
 */
function longestTasks(trace: Buffer): { wall: number; own: number }[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, own: tdur / 1000 }))
    .toSorted((a, b) => b.own - a.own)
}
