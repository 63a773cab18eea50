import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../authority/world/world.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { commandsOf } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'

const [OWN, OTHER] = ['14399840', '34878414'] as const
const INVOICES = 40
const MINUTE = 60_000

/** The panel's list and the desk's table; in each, invoices arrive while it is used. */
const PAGES = [
  {
    path: 'sidepanel.html',
    width: 400,
    list: '#invoice-list',
    scroller: '#invoice-list',
    rows: '.row',
    holding: (count: number) => `.row[aria-setsize="${count}"]`,
  },
  {
    path: 'desk.html',
    width: 1400,
    list: '#table-invoices',
    scroller: '.table',
    rows: '.table tbody tr',
    holding: (count: number) => `#table-invoices[aria-rowcount="${count + 1}"]`,
  },
] as const

describe.skipIf(missingFor('browser')).each(PAGES)(
  'new invoices arrive in $path',
  ({ path, width, list, scroller, rows, holding }) => {
    let machine: Machine
    let context: BrowserContext
    let page: Page
    let arrived = 0

    beforeAll(async () => {
      machine = await setUpMachine({
        limits: { requestsPerMinute: 12_000 },
        world: now => {
          const world = createWorld({ now })
          world.addCompany(OWN, 'Firma mea SRL')
          for (let n = 1; n <= INVOICES; n += 1)
            world.addInvoice({ seller: OTHER, buyer: OWN, number: `OLD-${n}`, uploadedAt: now() - (100 + n) * MINUTE })
          return world
        },
      })
      const { authority, sandbox } = machine
      const run = commandsOf(machine)
      await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
      await run(['companies', 'add', OWN])
      await run(['invoices', 'sync'])
      context = await openChromium(sandbox, { headless: true })
      page = await openPage(context, path)
      await page.setViewportSize({ width, height: 800 })
      await row('OLD-1').waitFor()
    })
    afterAll(() => closeAll(context, machine))

    const step = stepsOf(
      () => machine,
      () => context,
    )
    const row = (number: string) => page.locator(rows).filter({ hasText: new RegExp(`${number}(?!\\d)`) })
    const heading = (number: string) => page.getByRole('heading', { name: number })
    /** The top of a row in the list's view, pixels: notices above may come and go. */
    const placeOf = (number: string) =>
      row(number).evaluate(
        (element, list) =>
          Math.round(
            element.getBoundingClientRect().top - (document.querySelector(list)?.getBoundingClientRect().top ?? 0),
          ),
        scroller,
      )
    /** Syncs without the mouse, which may be busy. */
    async function arrives(): Promise<string> {
      arrived += 1
      const number = `NEW-${arrived}`
      machine.authority.world.addInvoice({
        seller: OTHER,
        buyer: OWN,
        number,
        uploadedAt: Date.now() - MINUTE + arrived,
      })
      await page.getByRole('button', { name: 'Sync now' }).first().dispatchEvent('click')
      await page
        .locator(holding(INVOICES + arrived))
        .first()
        .waitFor()
      return number
    }
    async function close(number: string) {
      await page.keyboard.press('Escape')
      await heading(number).waitFor({ state: 'detached' })
    }

    test(
      'a press on one and its release on the one that took its place open neither',
      step(async () => {
        await row('OLD-1').hover()
        const place = await placeOf('OLD-1')
        await page.mouse.down()
        const number = await arrives()
        expect(await placeOf(number)).toBe(place)
        // Longer than the rows ignore the mouse: a hand may rest on the button.
        await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)))
        await page.mouse.up()
        await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        expect(await page.locator('.has-detail, .desk-detail').count()).toBe(0)
        await row('OLD-2').click()
        await heading('OLD-2').waitFor()
        await close('OLD-2')
      }),
    )

    test(
      'the active row stays on its invoice, and Enter opens that one',
      step(async () => {
        await page.locator(list).focus()
        for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
        await arrives()
        await page.keyboard.press('Enter')
        await heading('OLD-2').waitFor()
        await close('OLD-2')
      }),
    )

    test(
      'a scrolled view stays on its rows',
      step(async () => {
        await page.locator(scroller).evaluate(element => {
          element.scrollTop = 500
        })
        await row('OLD-12').waitFor()
        const place = await placeOf('OLD-12')
        await arrives()
        expect(await placeOf('OLD-12')).toBe(place)
      }),
    )
  },
)
