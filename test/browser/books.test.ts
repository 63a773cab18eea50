import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../authority/world/world.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { commandsOf, type RunCommand } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'

const [OWN, SUPPLIER] = ['14399840', '361757'] as const
const INVOICES = 3

/** From the archive into the books, in the panel; signed in by the command line. */
describe.skipIf(missingFor('browser'))('invoices on their way into accounting', () => {
  let machine: Machine
  let context: BrowserContext
  let panel: Page
  let run: RunCommand

  beforeAll(async () => {
    machine = await setUpMachine({
      limits: { requestsPerMinute: 12_000 },
      world: now => {
        const world = createWorld({ now })
        world.addCompany(OWN, 'Ștefan SRL')
        const uploadedAt = now() - 60 * 60_000
        for (let n = 1; n <= INVOICES; n++)
          world.addInvoice({ seller: SUPPLIER, buyer: OWN, number: `FCT-${n}`, issueDate: '2026-11-02', uploadedAt })
        return world
      },
    })
    run = commandsOf(machine)
    await run(['auth', 'import', '-'], { input: await machine.authority.issueTokens() })
    await run(['companies', 'add', OWN])
    await run(['invoices', 'sync'])
    context = await openChromium(machine.sandbox, { headless: true })
    panel = await openPage(context, 'sidepanel.html')
    await panel.setViewportSize({ width: 400, height: 760 })
  })
  afterAll(() => closeAll(context, machine))

  const step = stepsOf(
    () => machine,
    () => context,
  )
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  const rows = () => panel.locator('#invoice-list [role=option][id]')
  const filter = (state: string) => panel.getByLabel('State in the books').selectOption(state)

  test(
    'W-03 an invoice is marked as checked with a note, and the list filters by it',
    step(async () => {
      await rows().first().click()
      const books = panel.getByRole('region', { name: 'In the books' })
      await books.getByRole('button', { name: 'Checked' }).click()
      await books.getByText(/, \d\d\/\d\d\/\d{4}/).waitFor()
      await books.getByLabel('Note').fill('NIR 118')
      await books.getByLabel('Note').blur()
      await books.getByText('Saved', { exact: true }).first().waitFor()
      await press('Back')
      await filter('checked')
      await expect.poll(() => rows().count()).toBe(1)
      expect(await rows().first().textContent()).toContain('Checked')
      await rows().first().click()
      expect(await books.getByLabel('Note').inputValue()).toBe('NIR 118')
      await press('Back')
      await filter('all')
      await expect.poll(() => rows().count()).toBe(INVOICES)
    }),
  )

  test(
    'W-03 of two tabs in which one note is typed at once, one stays and the other text is told',
    step(async () => {
      const texts = ['from one tab', 'from the other tab']
      const tabs = [await openPage(context, 'sidepanel.html'), await openPage(context, 'sidepanel.html')]
      const notes = tabs.map(tab => tab.getByLabel('Note'))
      for (const tab of tabs) await tab.locator('#invoice-list [role=option][id]').last().click()
      for (const note of notes) await note.waitFor()
      for (const [n, note] of notes.entries()) await note.fill(texts[n] ?? '')
      await expect.poll(async () => new Set(await Promise.all(notes.map(note => note.inputValue()))).size).toBe(1)
      const kept = await notes[0]?.inputValue()
      const lost = texts.find(text => text !== kept) ?? ''
      await expect
        .poll(async () => (await Promise.all(tabs.map(tab => tab.locator('.note-field').textContent()))).join())
        .toContain(`“${lost}”`)
      await Promise.all(tabs.map(tab => tab.close()))
    }),
  )

  test(
    'W-03 a note that is being typed is kept when its tab is closed',
    step(async () => {
      const tab = await openPage(context, 'sidepanel.html')
      await tab.locator('#invoice-list [role=option][id]').last().click()
      await tab.getByLabel('Note').fill('NIR 119')
      await tab.close()
      await expect.poll(() => run(['invoices', 'list', '--json'])).toContain('NIR 119')
    }),
  )

  test(
    'W-03 the list is exported once into a file in Downloads, and again only on purpose',
    step(async () => {
      const exportAll = async () => {
        await press('Export to accounting…')
        await press('Export')
      }
      await exportAll()
      await panel.getByText(`${INVOICES} invoices exported.`).waitFor()
      await panel.getByText(/Saved to Downloads: jurnal_14399840_2026-11.*\.xlsx/).waitFor()
      await press('Close')
      await filter('exported')
      await expect.poll(() => rows().count()).toBe(INVOICES)
      await exportAll()
      await panel.getByText('No invoice to export.').waitFor()
      await press('Close')
      await press('Export to accounting…')
      await panel.getByLabel('Also invoices that were exported before').check()
      await press('Export')
      await panel.getByText(`${INVOICES} invoices exported.`).waitFor()
      await press('Close')
    }),
  )

  test(
    'W-04 a ledger is compared with the archive, and a row of the result opens its invoice',
    step(async () => {
      const path = join(machine.sandbox.folder, 'jurnal.csv')
      await writeFile(
        path,
        ['Nr. factură;CUI;Data;Total', `fct 001;RO${SUPPLIER};02.11.2026;1,00`, 'STR-9;99;03.11.2026;5,00'].join('\n'),
      )
      await press('Compare with your records…')
      await panel.locator('input[type=file]').first().setInputFiles(path)
      await press('Compare')
      for (const found of ['Differ (1)', 'Not in your records (2)', 'Not in SPV (1)', 'Agree (0)'])
        await panel.getByRole('button', { name: found }).waitFor()
      await panel.getByText('the total differs').waitFor()
      await press('Save XLSX')
      await panel.getByText(/Saved to Downloads: comparatie_14399840_primite.*\.xlsx/).waitFor()
      await press('FCT-1')
      await panel.getByRole('heading', { name: 'Invoice FCT-1' }).waitFor()
    }),
  )
})
