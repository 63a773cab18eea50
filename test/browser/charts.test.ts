import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { commandsOf, type RunCommand } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { loaded, openPage, pageUrl } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'
import { findProblems } from './support/views/find-problems.ts'

const PNG = '89504e470d0a1a0a'

/** The charts of the desk in Chromium, on invoices that the command line has archived. */
describe.skipIf(missingFor('browser'))('the charts', () => {
  let machine: Machine
  let context: BrowserContext
  let desk: Page
  let cuis: string[]
  let run: RunCommand

  beforeAll(async () => {
    machine = await setUpMachine({
      limits: { requestsPerMinute: 12_000 },
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 40 }),
    })
    const { authority, sandbox } = machine
    cuis = [...authority.world.companies.keys()]
    run = commandsOf(machine)
    await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
    for (const cui of cuis) await run(['companies', 'add', cui])
    await run(['invoices', 'sync', '--days', '60'])
    context = await openChromium(sandbox, { headless: true })
    desk = await openPage(context, 'desk.html')
    await desk.setViewportSize({ width: 1400, height: 900 })
  })
  afterAll(() => closeAll(context, machine))

  const step = stepsOf(
    () => machine,
    () => context,
  )
  const figure = (name: string | RegExp) => desk.getByRole('figure', { name })
  /** A bar is a line without width, so it does not count as visible. */
  const drawn = (name: string | RegExp) => figure(name).locator('.bars .ct-bar').first().waitFor({ state: 'attached' })
  /** Sums of the archive in bani, from the command line. */
  const archived = async (kind: 'sent' | 'received', cui?: string) => {
    const of = cui === undefined ? [] : ['--cui', cui]
    const listed = await run(['invoices', 'list', '--direction', kind, ...of, '--limit', '500', '--json'])
    const { items } = JSON.parse(listed) as {
      items: { invoice: { grossAmount: string; currency: string; type: string } | null }[]
    }
    const lei = items.flatMap(({ invoice }) =>
      invoice?.currency === 'RON'
        ? Math.round(Number(invoice.grossAmount) * 100) * (invoice.type === 'credit-note' ? -1 : 1)
        : [],
    )
    return { count: items.length, bani: lei.reduce((sum, one) => sum + one, 0) }
  }
  /** The last row of the table behind the months. */
  const totals = async () => {
    const cells = await figure(/^Invoices sent and received/)
      .locator('tfoot td')
      .allTextContents()
    const bani = (text = '') =>
      Math.round(Number(/^-?[\d,]+\.\d\d(?=\u00a0RON)/.exec(text)?.[0].replaceAll(',', '')) * 100)
    return [
      { count: Number(cells[0]), bani: bani(cells[1]) },
      { count: Number(cells[2]), bani: bani(cells[3]) },
    ]
  }

  test(
    'W-06 a tab leads to the charts, whose tables have what the archive holds, of all companies and of one',
    step(async () => {
      await desk.getByRole('tab', { name: 'Charts' }).click()
      expect(new URL(desk.url()).hash).toBe('#charts')
      await drawn(/^Invoices sent and received/)
      expect(await totals()).toEqual([await archived('sent'), await archived('received')])
      const [cui = ''] = cuis
      await desk.getByLabel('Company', { exact: true }).selectOption(cui)
      const wanted = [await archived('sent', cui), await archived('received', cui)]
      await waitFor(
        'the table has the company’s sums',
        async () => JSON.stringify(await totals()) === JSON.stringify(wanted),
      )
      expect(new URL(desk.url()).hash).toBe(`#charts?cui=${cui}`)
    }),
  )

  test(
    'W-06 each chart has its table to show; a partner there leads to its invoices, and back leads to the charts',
    step(async () => {
      const suppliers = figure('Largest suppliers')
      await drawn('Largest suppliers')
      await suppliers.getByRole('button', { name: 'Show table' }).click()
      // A company that invoices itself is among its partners, and every invoice has its CUI.
      const own = (await desk.getByLabel('Company', { exact: true }).locator('option:checked').textContent()) ?? ''
      const supplier = suppliers
        .getByRole('table')
        .getByRole('row')
        .getByRole('button')
        .filter({ hasNotText: own })
        .first()
      const name = (await supplier.textContent()) ?? ''
      await supplier.click()
      const partners = desk.locator('.table tbody tr[data-id] td:nth-child(5)')
      await partners.first().waitFor()
      await loaded(desk)
      expect(new Set(await partners.allTextContents())).toEqual(new Set([name]))
      await desk.goBack()
      await drawn('Largest suppliers')
    }),
  )

  test(
    'W-06 the period moves by month and stands in the address; an empty one says so and keeps the strip',
    step(async () => {
      await desk.getByLabel('Period shown').selectOption('One month')
      await desk.getByRole('button', { name: 'A month earlier' }).click()
      expect(new URL(desk.url()).hash).toMatch(/^#charts\?cui=\d+&months=1&until=\d{4}-\d\d$/)
      await desk.goto(pageUrl('desk.html#charts?months=3&until=2020-03'))
      await figure(/^Invoices sent/)
        .getByText('Nothing to show in this period.')
        .waitFor()
      await drawn(/^Last 60 days/)
      expect(
        await figure(/^Last 60 days/)
          .locator('tbody tr')
          .count(),
      ).toBe(60)
    }),
  )

  test(
    'W-06 a chart is saved to Downloads as a PNG with something on it, light also in the dark',
    step(async () => {
      await desk.emulateMedia({ colorScheme: 'dark' })
      await desk.goto(pageUrl('desk.html#charts'))
      for (const name of [/^Invoices sent and received/, 'VAT by rate', 'Largest customers', /^Last 60 days/]) {
        await drawn(name)
        await figure(name).getByRole('button', { name: 'Save PNG' }).click()
        await figure(name)
          .getByText(/^Saved to Downloads: grafic_/)
          .waitFor()
      }
      const files = (await readdir(machine.sandbox.downloads)).filter(file => file.endsWith('.png'))
      expect(files.map(file => file.split('_')[1]).sort()).toEqual(['clienti', 'luni', 'sosiri', 'tva'])
      for (const file of files) {
        const bytes = await readFile(join(machine.sandbox.downloads, file))
        expect(bytes.subarray(0, 8).toString('hex')).toBe(PNG)
        const { colours, ground } = await coloursIn(desk, bytes.toString('base64'))
        expect(ground, file).toBe('255,255,255')
        expect(colours, file).toBeGreaterThan(20)
      }
    }),
  )

  test(
    'U-08 W-06 axe finds nothing serious in the charts and their tables, light and dark, wide and narrow, in both languages',
    step(async () => {
      const found: Record<string, string[]> = {}
      for (const [language, colorScheme, width] of [
        ['en', 'light', 1400],
        ['ro', 'dark', 320],
      ] as const) {
        await desk.evaluate(`chrome.storage.local.set({ language: '${language}' })`)
        await desk.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await desk.setViewportSize({ width, height: 900 })
        await desk.goto(pageUrl('desk.html#charts?months=24'))
        await desk.reload() // with all tables put away
        await desk.locator(`html[lang=${language}]`).waitFor()
        await desk.locator('.chart-figure').nth(4).locator('.bars .ct-bar').first().waitFor({ state: 'attached' })
        for (const at of [0, 1, 2, 3, 4])
          await desk.locator('.chart-figure').nth(at).locator('.chart-actions button').first().click()
        const wrong = await findProblems(desk)
        if (wrong.length > 0) found[`${language} ${colorScheme} ${width}`] = wrong
      }
      expect(found).toEqual({})
    }),
  )
})

/** The number of a PNG's colours, and the colour of its first pixel (red, green, blue). */
function coloursIn(page: Page, base64: string): Promise<{ colours: number; ground: string }> {
  return page.evaluate(`(async () => {
    const bytes = Uint8Array.fromBase64('${base64}')
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    pen.drawImage(picture, 0, 0)
    const { data } = pen.getImageData(0, 0, picture.width, picture.height)
    const colours = new Set()
    for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join())
    return { colours: colours.size, ground: data.slice(0, 3).join() }
  })()`)
}
