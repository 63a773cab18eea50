import { mkdirSync, readdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { commandsOf } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { loaded, openAnew, openPage } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'

/** The authority's calls that make a PDF. */
const MAKES_PDF = /\/transformare\//

/** The documents that an accountant takes away from the desk, from an archive filled by the command line. */
describe.skipIf(missingFor('browser'))('many documents at once, at the desk', () => {
  let machine: Machine
  let context: BrowserContext
  let desk: Page

  beforeAll(async () => {
    machine = await setUpMachine({
      limits: { requestsPerMinute: 12_000 },
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 20 }),
    })
    const { authority } = machine
    const run = commandsOf(machine)
    await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
    for (const cui of authority.world.companies.keys()) await run(['companies', 'add', cui])
    await run(['invoices', 'sync', '--days', '60'])
    await openBrowser()
  })
  afterAll(() => closeAll(context, machine))

  const openBrowser = async () => {
    context = await openChromium(machine.sandbox, { headless: true })
    desk = await openPage(context, 'desk.html')
    await desk.setViewportSize({ width: 1400, height: 800 })
  }
  const step = stepsOf(
    () => machine,
    () => context,
  )
  const rows = () => desk.locator('.table tbody tr[data-id]')
  const press = (name: string | RegExp) => desk.getByRole('button', { name, exact: true }).click()
  /** The number of rows of a view. */
  const show = async (hash: string): Promise<number> => {
    await openAnew(desk, `desk.html#${hash}`)
    await desk.locator('.table tbody tr[data-id], .empty').first().waitFor()
    await loaded(desk)
    return (await rows().count()) === 0 ? 0 : Number(await desk.getByRole('grid').getAttribute('aria-rowcount')) - 1
  }
  const selectAll = async (hash: string): Promise<number> => {
    const count = await show(hash)
    await desk.keyboard.press('Shift+X')
    await desk.getByText(`${count} rows selected`).waitFor()
    return count
  }
  const savedAs = async (start: string): Promise<Uint8Array> => {
    await desk.getByText(`Saved to Downloads: ${start}`).waitFor()
    const [name = ''] = (await readdir(machine.sandbox.downloads)).filter(file => file.startsWith(start))
    return readFile(join(machine.sandbox.downloads, name))
  }
  const putAway = async () => {
    await press('Put this export away')
    await desk.locator('.export-line').waitFor({ state: 'detached' })
  }
  const cells = (head: string) =>
    desk.evaluate<string[]>(`(() => {
      const at = [...document.querySelectorAll('th')].findIndex(one => one.textContent.trim().startsWith('${head}'))
      return [...document.querySelectorAll('.table tbody tr[data-id]')].map(row => row.children[at].textContent)
    })()`)

  test(
    'U-12 a whole filter becomes a table and one PDF to print in Downloads, with the sums that the desk shows',
    step(async () => {
      const count = await selectAll('invoices?show=received')
      const sums = (await desk.locator('.desk-totals .sums').textContent()) ?? ''
      await press('XLSX table')
      const { sheets } = await readXlsx(await savedAs('lista-facturi_'))
      const [heads = [], ...lines] = sheets[0]?.rows ?? []
      const amount = heads.indexOf('Total cu TVA')
      const total = lines.find(([first]) => first === 'Total RON')?.[amount]
      expect(typeof total).toBe('number')
      expect(sums).toContain(Number(total).toLocaleString('en', { minimumFractionDigits: 2 }))
      expect(lines.filter(row => row[heads.indexOf('Id în SPV')])).toHaveLength(count)
      await putAway()
      await press('One PDF to print')
      const pdf = await PDF.load(await savedAs('facturi-de-tiparit_'))
      const numbers = lines.flatMap(row => (row[amount] === null ? [] : [String(row[heads.indexOf('Număr')])]))
      const texts = pdf.extractText().map(({ text }) => text)
      expect(numbers.filter(number => number !== 'null' && !texts.some(text => text.includes(number)))).toEqual([])
      await putAway()
    }),
  )

  test(
    'U-12 documents are written into a folder, each in that of its company',
    step(async () => {
      const folder = join(machine.sandbox.folder, 'arhiva')
      mkdirSync(folder)
      const count = await selectAll('invoices?show=sent')
      await press('To Downloads')
      await desk.getByLabel('Folder').fill(folder)
      await desk.keyboard.press('Escape')
      await press('Save XML')
      await desk.getByText(`${count} documents saved in ${folder}`).waitFor()
      const companies = readdirSync(folder)
      expect(companies.every(name => machine.authority.world.companies.has(name))).toBe(true)
      expect(companies.flatMap(name => readdirSync(join(folder, name)))).toHaveLength(count)
      await putAway()
      await press(`To ${folder}`)
      await desk.getByLabel('Folder').fill('')
      await desk.keyboard.press('Escape')
    }),
  )

  test(
    'U-12 an export is stopped by a click, and begun again by another',
    step(async () => {
      const held = machine.authority.faults.hold({ match: { path: MAKES_PDF }, times: 1 })
      const count = await selectAll('invoices?show=sent')
      await press('Save PDF')
      await held.reached()
      await desk.getByText(/^Preparing the documents: \d/).waitFor()
      await press('Stop')
      held.release()
      await desk.getByText('The export was stopped.').waitFor()
      await press('Start again')
      expect(Object.keys(unzipSync(await savedAs('facturi-pdf_')))).toHaveLength(count)
      await putAway()
    }),
  )

  test(
    'U-05 U-12 an export goes on when the browser was closed and its process has ended; the next desk saves it',
    step(async () => {
      const held = machine.authority.faults.hold({ match: { path: MAKES_PDF }, times: 1 })
      const count = await selectAll('invoices?show=received')
      await press('Save PDF')
      await held.reached()
      await context.close()
      await machine.endRunners()
      held.release()
      await openBrowser()
      await desk.getByText(/^Ready: facturi-pdf_/).waitFor()
      await press('Save to Downloads')
      const name = new RegExp(`^facturi-pdf_.*_${count}\\.zip$`)
      await desk.getByText(/^Saved to Downloads: facturi-pdf_/).waitFor()
      const file = (await readdir(machine.sandbox.downloads)).findLast(one => name.test(one)) ?? ''
      expect(Object.keys(unzipSync(await readFile(join(machine.sandbox.downloads, file))))).toHaveLength(count)
      await putAway()
    }),
  )

  test(
    'W-02 filters compose at the desk: chip, amount, currency, state; each can be taken back',
    step(async () => {
      const received = await show('invoices?show=received')
      await press('More filters')
      await desk.getByRole('textbox', { name: 'Amount' }).fill('>5000')
      await desk.getByRole('textbox', { name: 'Amount' }).press('Enter')
      await desk.getByText('Amount: >5000').waitFor()
      await desk.getByRole('textbox', { name: 'Currency' }).fill('RON')
      await desk.getByRole('textbox', { name: 'Currency' }).press('Enter')
      await desk.getByLabel('State in the archive').selectOption('archived')
      await desk.keyboard.press('Escape')
      await loaded(desk)
      const amounts = (await cells('Amount')).map(text => Number(text.replace(/[^\d.-]/g, '')))
      expect(amounts.length).toBeGreaterThan(0)
      expect(amounts.length).toBeLessThan(received)
      expect(amounts.filter(amount => Math.abs(amount) <= 5000)).toEqual([])
      // The chips count within the other filters.
      await desk.getByRole('button', { name: `Received ${amounts.length}`, exact: true }).waitFor()
      expect(new URL(desk.url()).hash).toBe('#invoices?amount=%3E5000&currency=RON&show=received&state=archived')
      await press('Remove the filter Amount')
      await press('Remove the filter Currency')
      await press('Remove the filter State in the archive')
      await waitFor('all of them are back', async () => (await rows().count()) >= Math.min(received, 15))
    }),
  )

  test(
    'W-03 many are marked at once, with who, when and a note; what no export has taken is a filter',
    step(async () => {
      await show('invoices?show=received')
      await rows().nth(0).locator('input').click()
      await rows()
        .nth(2)
        .locator('input')
        .click({ modifiers: ['Shift'] })
      await desk.getByText('3 rows selected').waitFor()
      await press('Mark…')
      await press('As checked')
      await desk.getByText('3 invoices marked').waitFor()
      await desk.getByLabel('Note for all').fill('NIR 118')
      await desk.getByLabel('Note for all').press('Enter')
      await desk.keyboard.press('Escape')
      await waitFor(
        'the rows show their state',
        async () => (await cells('In the books')).slice(0, 4).join() === 'Checked,Checked,Checked,New',
      )
      const said = desk.locator('.table tbody tr[data-id] span[title*="NIR 118"]').first()
      expect(await said.getAttribute('title')).toMatch(/^.+, \d\d\/\d\d\/\d{4}.* · NIR 118$/)

      await press('Export to accounting…')
      await press('Export')
      await desk.getByText('3 invoices exported.').waitFor()
      await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await waitFor('they are exported', async () => (await cells('In the books'))[0] === 'Exported')
      const left = await show('invoices?show=received&unexported=1')
      expect(left).toBe((await show('invoices?show=received')) - 3)
    }),
  )

  test(
    'W-04 a ledger is compared at the desk; its days are in the language of the page, and a result opens its invoice',
    step(async () => {
      await show('invoices?show=received')
      const [[number = ''], [company = '']] = [await cells('Number'), await cells('Company')]
      const path = join(machine.sandbox.folder, 'jurnal.csv')
      await writeFile(path, ['Nr. factură;Data;Total', `${number};02.11.2026;1,00`].join('\n'))
      await press('Compare with your records…')
      await desk.locator('input[type=file]').first().setInputFiles(path)
      const since = desk.getByLabel('From', { exact: true })
      await since.waitFor()
      expect([await since.getAttribute('type'), await since.inputValue()]).toEqual(['text', '01/11/2026'])
      await since.fill('01/01/2026')
      await since.blur()
      await desk.getByLabel('Until', { exact: true }).fill('31/12/2026')
      await desk.getByLabel('Until', { exact: true }).blur()
      const question = desk.getByRole('article', { name: 'Comparison with your records' })
      await question.getByLabel('Company', { exact: true }).selectOption(company)
      await press('Compare')
      await press('Differ (1)')
      await press(number)
      await desk.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
    }),
  )
})
