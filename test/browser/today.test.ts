import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleXml } from '../authority/documents/sample.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { command } from '../contract/support/host.ts'
import { waitFor } from '../support/wait-for.ts'
import { backgroundOf, openChromium } from './support/chromium/chromium.ts'
import { commandsOf } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'
import { findProblems } from './support/views/find-problems.ts'

const [OWN, STRANGER] = ['14399840', '1590082'] as const
const INVOICES = 4

/** The office's notices and pages, in a real Chromium whose own language is English. */
describe.skipIf(missingFor('browser'))('what must not be missed', () => {
  let machine: Machine
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    machine = await setUpMachine({
      limits: { requestsPerMinute: 12_000 },
      pace: { processingMs: 200, indexingMs: 200 },
      world: now => {
        const world = seedWorld({ now, companies: 1, invoicesPerCompany: INVOICES })
        world.addCompany(OWN, 'ACME SRL')
        return world
      },
    })
    context = await openChromium(machine.sandbox, { headless: true })
    const { authority, sandbox } = machine
    const env = { ...sandbox.env, RECIPISA_CLIENT_SECRET: authority.clientSecret }
    const wrong = join(sandbox.folder, 'gresita.xml')
    await writeFile(wrong, sampleXml({ seller: OWN, buyer: '34878414', number: 'F-78' }).replaceAll('RO-', 'XX-'))
    const run = commandsOf(machine)
    await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
    for (const cui of [...authority.world.companies.keys(), STRANGER]) await run(['companies', 'add', cui])
    await run(['invoices', 'upload', wrong, '--yes', '--wait'], { code: 4 })
    // Before the first test: otherwise a runner would archive it as news in the middle of a test.
    await waitFor('the answer to the invoice with errors is listed and archived', async () => {
      await command(['invoices', 'sync'], env)
      return (await overview()) === INVOICES + 1
    })
    page = await openPage(context, 'sidepanel.html')
    await page.setViewportSize({ width: 400, height: 700 })
    await page.evaluate(`chrome.storage.local.set({ language: 'ro' })`)
    await page.locator('html[lang=ro]').waitFor()
  })
  afterAll(() => closeAll(context, machine))

  const step = stepsOf(
    () => machine,
    () => context,
  )
  const overview = async () => {
    const { stdout } = await command(['companies', 'list', '--json'], machine.sandbox.env)
    const { companies } = JSON.parse(stdout) as { companies: { unread: number }[] }
    return companies.reduce((sum, { unread }) => sum + unread, 0)
  }
  const tab = (name: string) => page.getByRole('tab', { name }).click()

  test(
    'W-05 U-06 an invoice with errors and a company without rights are one line that leads to the list of dates',
    step(async () => {
      const line = page.locator('.attention-line')
      await line.getByText('un lucru de rezolvat · o firmă fără drepturi', { exact: true }).waitFor()
      await line.getByRole('button', { name: 'Vezi' }).click()
      const dates = page.getByRole('region', { name: 'Termene' })
      await dates.getByText(/^F-78: cu erori/).waitFor()
      await dates.getByText('Regula').first().click()
      await dates.getByText(/1182\/71/).waitFor()
      expect(await findProblems(page)).toEqual([])
      await dates.getByRole('button', { name: /^F-78/ }).click()
      await page.locator('#upload-1:focus').waitFor()
    }),
  )

  test(
    'U-06 an invoice is read once it is opened, not by being in view; the badge counts it until then',
    step(async () => {
      const worker = await backgroundOf(context)
      const badge = () => worker.evaluate<string>('chrome.action.getBadgeText({})')
      await tab('Facturi')
      const rows = page.locator('#invoice-list [role=option]')
      await rows.first().waitFor()
      const before = await overview()
      expect(before).toBe(INVOICES + 1)
      await rows.first().click()
      await page.locator('article h2:focus').waitFor()
      await waitFor('one is read', async () => (await overview()) === before - 1)
      await waitFor(
        'the badge counts the others and the invoice with errors',
        async () => (await badge()) === String(before),
      )
      await page.getByRole('button', { name: 'Înapoi' }).click()
      await page.getByRole('button', { name: 'Marchează toate ca citite' }).click()
      await waitFor('the invoice with errors is left', async () => (await badge()) === '1')
    }),
  )

  test(
    'the line can be put away, and stays away until a number changes; the rows that it moves take no click for a moment',
    step(async () => {
      const line = page.locator('.attention-line')
      const row = page.locator('#invoice-list-1')
      await row.hover()
      await page.evaluate(`{
        const list = document.querySelector('#invoice-list')
        const { x, y, height } = document.querySelector('#invoice-list-1').getBoundingClientRect()
        const rowThere = () => document.elementFromPoint(x + 100, y + height / 2).closest('[role=option]')?.id ?? null
        globalThis.rowsThere = []
        // Called at once, and again when the list has another height.
        const observer = new ResizeObserver(() => { if (rowsThere.push(rowThere()) === 2) observer.disconnect() })
        observer.observe(list)
      }`)
      await line.getByRole('button', { name: 'Ascunde până apare ceva nou' }).click()
      await line.waitFor({ state: 'detached' })
      await waitFor('the rows have moved', () => page.evaluate<boolean>('rowsThere.length === 2'))
      expect(await page.evaluate('rowsThere')).toEqual(['invoice-list-1', null])
      await row.click()
      await page.locator('article h2:focus').waitFor()
      await page.getByRole('button', { name: 'Înapoi' }).click()
      await page.reload()
      await tab('Activitate')
      await page.getByRole('region', { name: 'Termene' }).getByText(/^F-78/).waitFor()
      await tab('Facturi')
      await page.locator('#invoice-list [role=option]').first().waitFor()
      expect(await line.count()).toBe(0)
    }),
  )

  test(
    'a company keeps the name that a person gives it, in every list',
    step(async () => {
      await tab('Firme')
      await page
        .getByRole('button', { name: /^Acțiuni pentru / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Redenumește', exact: true }).click()
      await page.getByLabel('Denumirea firmei').fill('Clientul meu')
      expect(await findProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Salvează denumirea' }).click()
      await page.locator('.company-name', { hasText: 'Clientul meu' }).waitFor()
      expect(await page.locator('.panel-company').textContent()).toContain('Clientul meu')
    }),
  )

  test(
    'U-07 a date field speaks the language of the page in a browser of another language',
    step(async () => {
      await tab('Mesaje')
      await page.getByRole('button', { name: 'Perioadă' }).click()
      const since = page.getByLabel('De la', { exact: true })
      await since.fill('5.11.2026')
      await since.press('Enter')
      expect(await since.inputValue()).toBe('05.11.2026')
      await page.getByRole('button', { name: 'De la: alege din calendar' }).click()
      await page.getByRole('button', { name: 'joi, 5 noiembrie 2026' }).waitFor()
      expect(await findProblems(page)).toEqual([])
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      expect(await since.inputValue()).toBe('06.11.2026')
    }),
  )

  test(
    'what is shown at once is in the browser’s memory, without addresses, serial numbers or documents',
    step(async () => {
      const memory = JSON.stringify(await page.evaluate('chrome.storage.session.get()'))
      const disk = JSON.stringify(await page.evaluate('chrome.storage.local.get()'))
      expect(memory).toContain('Clientul meu')
      for (const [place, kept] of Object.entries({ memory, disk }))
        for (const hidden of [machine.authority.clientSecret, machine.sandbox.dataDir, 'https://', 'F-78'])
          expect(kept, `${place} holds ${hidden}`).not.toContain(hidden)
      expect(disk).not.toContain('Clientul meu')
    }),
  )
})
