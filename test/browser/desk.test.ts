import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedMail } from '../authority/spv/seed.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { signInToMailbox } from '../contract/support/spv.ts'
import { sha256 } from '../support/archived-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { commandsOf } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { documentsIn, loaded, openAnew, openPage } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'
import { findProblems } from './support/views/find-problems.ts'

const INVOICES = 60

/** An office's desk in Chromium, on data fetched by the command line. */
describe.skipIf(missingFor('browser'))('the desk', () => {
  let machine: Machine
  let context: BrowserContext
  let desk: Page

  beforeAll(async () => {
    machine = await setUpMachine({
      limits: { requestsPerMinute: 12_000 },
      world: now => seedWorld({ now, companies: 3, invoicesPerCompany: INVOICES }),
      mail: seedMail({ messages: 40 }),
    })
    const { authority, sandbox } = machine
    const run = commandsOf(machine)
    await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
    await run(['session', 'import', 'spv', '-'], { input: await signInToMailbox(authority) })
    for (const cui of authority.world.companies.keys()) await run(['companies', 'add', cui])
    await run(['invoices', 'sync', '--days', '60'])
    await run(['mailbox', 'sync', '--days', '60'])
    context = await openChromium(sandbox, { headless: true })
    desk = await openPage(context, 'desk.html')
    await desk.setViewportSize({ width: 1400, height: 800 })
  })
  afterAll(() => closeAll(context, machine))

  const step = stepsOf(
    () => machine,
    () => context,
  )
  const table = () => desk.getByRole('grid')
  const rows = () => desk.locator('.table tbody tr[data-id]')
  const show = (hash: string) => openAnew(desk, `desk.html#${hash}`)
  const rowCount = async (count: number) =>
    waitFor(`the table has ${count} rows`, async () => (await table().getAttribute('aria-rowcount')) === `${count + 1}`)
  const cells = (column: number) => desk.locator(`.table tbody tr[data-id] td:nth-child(${column})`).allTextContents()
  const all = () => documentsIn(machine.authority.expected().flatMap(({ messages }) => messages))
  const search = async (text: string) => {
    await desk.keyboard.press('/')
    await desk.getByRole('searchbox').fill(text)
  }

  test(
    'W-01 all invoices stand in one table, with their number, sums and a count at each choice',
    step(async () => {
      await rowCount(all())
      await desk.locator('.desk-totals', { hasText: /RON/ }).waitFor()
      await desk.getByRole('button', { name: /^All \d/ }).waitFor()
      await loaded(desk)
    }),
  )

  test(
    'W-01 a column sorts, its width stays, and the address leads a new tab to the same view',
    step(async () => {
      await desk.getByRole('button', { name: 'Amount', exact: true }).click()
      await desk.locator('th[aria-sort=descending]', { hasText: 'Amount' }).waitFor()
      await desk.keyboard.press('Shift+ArrowRight')
      await desk.getByRole('button', { name: /^Received \d/ }).click()
      expect(new URL(desk.url()).hash).toBe('#invoices?show=received&sort=-amount')
      await waitFor('the width is kept', () =>
        desk.evaluate(`chrome.storage.local.get('desk').then(({ desk }) => !!desk)`),
      )
      await loaded(desk)
      const wanted = await cells(4)
      const other = await openPage(context, `desk.html${new URL(desk.url()).hash}`)
      await other.locator('.table tbody tr[data-id]').first().waitFor()
      await loaded(other)
      expect(await other.locator('.table tbody tr[data-id] td:nth-child(4)').allTextContents()).toEqual(
        expect.arrayContaining(wanted.slice(0, 5)),
      )
      expect((await other.locator('th', { hasText: 'Amount' }).boundingBox())?.width).toBe(156)
      await other.close()
    }),
  )

  test(
    'U-04 W-02 one search goes through every table, by amount, period and name, and says how many each has',
    step(async () => {
      await show('invoices')
      await rowCount(all())
      const amount = (await desk.locator('.table tbody tr[data-id] .cell-number').first().textContent()) ?? ''
      await search(amount.replace(/[^\d.,]/g, ''))
      await waitFor('the search is in the address', () => new URL(desk.url()).hash.includes('q='))
      await waitFor('every row has that amount', async () => {
        const sums = await desk.locator('.table tbody tr[data-id] .cell-number').allTextContents()
        return sums.length > 0 && sums.every(sum => sum === amount)
      })
      const number = (await cells(4))[0] ?? ''
      await search(number)
      await rowCount(1)
      await search('last 2 months >0')
      await desk.getByRole('tab', { name: /^SPV messages \d/ }).waitFor()
      await search('nothing has this text')
      await desk.getByText('Nothing matches').waitFor()
      await desk.getByRole('button', { name: 'No filters' }).click()
      await rowCount(all())
    }),
  )

  test(
    'W-01 the keys move, open, select and explain; the detail stands beside the table',
    step(async () => {
      await table().focus()
      await desk.keyboard.press('j')
      await desk.keyboard.press('j')
      await desk.keyboard.press('k')
      const number = (await cells(4))[1] ?? ''
      await desk.keyboard.press('Enter')
      await desk.getByRole('heading', { name: number }).waitFor()
      await loaded(desk)
      await table().focus()
      await desk.keyboard.press('Escape')
      await desk.locator('.desk-detail').waitFor({ state: 'detached' })
      await desk.keyboard.press('x')
      await desk.getByText('One row selected').waitFor()
      await desk
        .locator('tr[data-id] input')
        .nth(5)
        .click({ modifiers: ['Shift'] })
      await desk.getByText(/^\d rows selected/).waitFor()
      await desk.keyboard.press('Shift+X')
      await desk.getByText(`${all()} rows selected`).waitFor()
      // Escape closes a menu alone.
      await desk.getByRole('button', { name: 'Mark…' }).click()
      await desk.getByRole('button', { name: 'As checked' }).waitFor()
      await desk.keyboard.press('Escape')
      await desk.getByRole('button', { name: 'As checked' }).waitFor({ state: 'hidden' })
      expect(await desk.getByText(`${all()} rows selected`).count()).toBe(1)
      await desk.keyboard.press('Escape')
      await desk.getByText(`${all()} rows selected`).waitFor({ state: 'detached' })
      await desk.keyboard.press('?')
      await desk.getByRole('dialog', { name: 'Keys' }).waitFor()
      await desk.getByRole('button', { name: 'Close' }).click()
    }),
  )

  test(
    'U-08 in a low tab, as at 200 %, the list scrolls and leaves room for its rows',
    step(async () => {
      const size = desk.viewportSize()
      await desk.setViewportSize({ width: 640, height: 380 })
      await show('invoices')
      await rows().first().getByRole('checkbox').check()
      await desk.getByRole('button', { name: 'Export to accounting…' }).click()
      await desk.getByRole('button', { name: 'Export', exact: true }).scrollIntoViewIfNeeded()
      await rows().nth(2).scrollIntoViewIfNeeded()
      const seen = `(() => {
        const { top, bottom } = document.querySelectorAll('.table tr[data-id]')[2].getBoundingClientRect()
        const [list] = document.getElementsByClassName('desk-list')
        const { top: from, bottom: to } = list.getBoundingClientRect()
        return top >= from && bottom <= to
      })()`
      await waitFor('the third row is in view', () => desk.evaluate<boolean>(seen))
      await desk.keyboard.press('Escape')
      if (size) await desk.setViewportSize(size)
    }),
  )

  test(
    'U-12 all rows of a filter are saved as one ZIP in Downloads; its line shows the file and can be put away',
    step(async () => {
      await show('invoices?show=received')
      await rows().first().waitFor()
      const total = Number(await table().getAttribute('aria-rowcount')) - 1
      await desk.keyboard.press('Shift+X')
      await desk.getByRole('button', { name: 'Save the originals (ZIP)' }).click()
      await desk.getByText(/^Saved to Downloads: facturi-originale_/).waitFor()
      const [name = ''] = (await readdir(machine.sandbox.downloads)).filter(file =>
        file.startsWith('facturi-originale'),
      )
      const files = unzipSync(await readFile(join(machine.sandbox.downloads, name)))
      expect(Object.keys(files)).toHaveLength(total)
      const given = new Set(machine.authority.expected().flatMap(({ messages }) => messages.map(one => one.sha256)))
      expect(Object.values(files).filter(bytes => !given.has(sha256(Buffer.from(bytes))))).toEqual([])
      await desk.getByRole('button', { name: 'Put this export away' }).click()
      await desk.locator('.export-line').waitFor({ state: 'detached' })
    }),
  )

  test(
    'W-01 invoices are grouped by month with their sums, and a group leads to its rows',
    step(async () => {
      await desk.getByLabel('Group').selectOption('By month')
      const first = desk.locator('.groups tbody tr').first()
      // A placeholder row comes first.
      await first.getByRole('button').waitFor()
      const count = Number(await first.locator('td').first().textContent())
      await first.getByRole('button').click()
      await rowCount(count)
      await desk.getByText(/^Issued in: /).waitFor()
    }),
  )

  test(
    'W-02 receipts are filtered by the period that they report, and a search is kept under a name',
    step(async () => {
      await show('messages?show=receipts')
      await rows().first().waitFor()
      await loaded(desk)
      const period = (await cells(5)).find(text => text !== '') ?? ''
      await desk.getByRole('button', { name: 'More filters' }).click()
      await desk.getByLabel('For the period').fill(period)
      await desk.getByLabel('For the period').press('Enter')
      await desk.getByText(`For the period: ${period}`).waitFor()
      await waitFor('only that period is left', async () => new Set(await cells(5)).size === 1)
      await desk.keyboard.press('Escape')
      await desk.getByRole('button', { name: 'Saved searches' }).click()
      await desk.getByLabel('Save this search').fill('Receipts')
      await desk.getByLabel('Save this search').press('Enter')
      await show('companies')
      await desk.getByRole('button', { name: 'Saved searches' }).click()
      await desk.getByRole('button', { name: 'Receipts', exact: true }).click()
      await desk.getByText(`For the period: ${period}`).waitFor()
    }),
  )

  test(
    'W-01 the companies with problems come first; a click chooses one, and its menu takes it off the list',
    step(async () => {
      await show('companies')
      await rowCount(3)
      const problems = desk.getByRole('button', { name: /^With problems \d/ })
      await problems.waitFor()
      const cui = (await rows().first().getAttribute('data-id')) ?? ''
      await rows().first().locator('td').first().click()
      await waitFor('its invoices are shown', () => new URL(desk.url()).hash === `#invoices?cui=${cui}`)
      await desk.goBack()
      await rows().first().getByRole('button').click()
      await desk.getByRole('button', { name: 'Remove', exact: true }).click()
      await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await rowCount(2)
    }),
  )

  test(
    'U-08 axe finds nothing serious in any table, light and dark, wide and narrow, in both languages',
    step(async () => {
      const found: Record<string, string[]> = {}
      for (const [language, colorScheme, width, views] of [
        [
          'en',
          'light',
          1400,
          ['invoices', 'messages', 'declarations', 'uploads', 'companies', 'invoices?group=partner'],
        ],
        ['ro', 'dark', 1400, ['invoices', 'companies', 'invoices?group=month']],
        ['ro', 'light', 320, ['messages', 'companies']],
      ] as const) {
        await desk.evaluate(`chrome.storage.local.set({ language: '${language}' })`)
        await desk.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await desk.setViewportSize({ width, height: 800 })
        for (const at of views) {
          await show(at)
          await desk.locator(`html[lang=${language}]`).waitFor()
          await desk.locator('.table tr[data-id], .empty, .groups tbody button').first().waitFor()
          const wrong = await findProblems(desk)
          if (wrong.length > 0) found[`${at} ${language} ${colorScheme} ${width}`] = wrong
        }
      }
      expect(found).toEqual({})
    }),
  )
})
