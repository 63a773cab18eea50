import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REGISTER_NAMES } from '../../shared/domain/register-names.ts'
import { withCheckDigit } from '../authority/world/companies.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { dropFiles, TAKES_DROP } from './support/chromium/drop-files.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'

const VAT_PATH = '/PlatitorTvaRest/v9/tva'
const [ALFA, BETA, NOBODY] = ['14399840', '361757', '14399841'] as const
/** Requests per second that the registers accept: a page of all registers and six years is then fast. */
const PER_SECOND = 4
/** Patience for results that come late on a busy machine. */
const PATIENT = { timeout: 60_000 }

/** The panel's page in a real Chromium with the real host, on a machine that has never signed in. */
describe.skipIf(missingFor('browser'))('lookups in the side panel', () => {
  let machine: Machine
  let context: BrowserContext
  let panel: Page

  beforeAll(async () => {
    machine = await setUpMachine({ limits: { publicRequestsPerSecond: PER_SECOND } })
    const { registers } = machine.authority
    registers.set(ALFA, {
      name: 'Ștefan & Fiii "Construcții" SRL',
      vat: [{ from: '2010-01-01', to: null }],
      eInvoicing: null,
      farmer: { from: '2019-05-01', to: null },
      cult: null,
      inactive: null,
      struckOffOn: null,
      registeredOn: '2002-02-15',
    })
    registers.set(BETA, { name: 'Beta SRL', inactive: { from: '2025-05-05', to: null }, struckOffOn: null })
    registers.set(NOBODY, 'unknown')
    registers.setStatement(ALFA, 2024, [
      { indicator: 'I1', val_indicator: 1_234_567, val_den_indicator: 'Cifra de afaceri neta' },
      { indicator: 'I2', val_indicator: 4500, val_den_indicator: 'Pierdere neta' },
      { indicator: 'I3', val_indicator: 12, val_den_indicator: 'Numar mediu de salariati' },
      { indicator: 'I99', val_indicator: 77, val_den_indicator: 'Un indicator nou' },
    ])
    context = await openChromium(machine.sandbox, { headless: true })
  })
  afterAll(() => closeAll(context, machine))
  beforeEach(async () => {
    panel = await openPanel()
  })
  afterEach(async () => {
    machine.authority.faults.clear()
    await panel.close()
  })

  async function openPanel(): Promise<Page> {
    const page = await openPage(context, 'sidepanel.html')
    await page.getByRole('tab', { name: 'Companies' }).click()
    await page.getByRole('button', { name: 'Lookup', exact: true }).click()
    return page
  }
  const step = stepsOf(
    () => machine,
    () => context,
  )
  const questions = () => machine.authority.registers.questions
  const lookUp = async (text: string) => {
    await panel.getByLabel('CUI, or a name looked up before').fill(text)
    await panel.keyboard.press('Enter')
  }
  const register = (name: string) => panel.locator('.register').filter({ has: panel.getByRole('heading', { name }) })
  /** The file that was saved last. `end`: the end of its name, as a regular expression. */
  const saved = async (format: 'CSV' | 'XLSX', end = '') => {
    await panel.getByRole('button', { name: `Save ${format}` }).click()
    const said = panel.getByText(new RegExp(`^Saved to Downloads: .*${end}\\.${format}`, 'i'))
    const name = /Downloads: (\S.*?\.\w+)/.exec((await said.textContent()) ?? '')?.[1] ?? ''
    expect(await readdir(machine.sandbox.downloads)).toContain(name)
    return readFile(join(machine.sandbox.downloads, name))
  }
  const drop = async (path: string) => {
    const session = await context.newCDPSession(panel)
    await dropFiles(session.send.bind(session), () => panel.evaluate<boolean>(TAKES_DROP), [path])
  }
  const pasteList = async (list: string) => {
    await panel.getByRole('button', { name: 'New list' }).click()
    await panel.locator('textarea:focus').waitFor()
    await panel.evaluate(text => navigator.clipboard.writeText(text), list)
    await panel.keyboard.press('Control+V')
  }

  test(
    'P-12 P-04 a CUI typed as people write it shows all registers, the statements as a table and their charts, without a sign-in',
    step(async () => {
      await lookUp('RO 14.399.840')
      await panel.getByRole('heading', { name: 'ȘTEFAN & FIII "CONSTRUCȚII" SRL' }).waitFor()
      await register('VAT and general data').getByText('Registered for VAT since 01/01/2010').waitFor()
      await register('VAT and general data').getByText('Not in the opt-in register RO e-Factura').waitFor()
      await register('RO e-Factura').getByText('The register has no data for this CUI').waitFor()
      await register('Farmers').getByText("In the farmers' register · from 01/05/2019").waitFor()
      await register('Religious entities').getByText('Not in the register of religious entities').waitFor()

      const year = panel.getByRole('row', { name: /^2024/ }).first()
      await expect.poll(() => year.getByRole('cell').allTextContents(), PATIENT).toEqual(['1,234,567', '-4,500', '12'])
      await expect.poll(() => panel.locator('.chart svg .ct-bar').count(), PATIENT).toBeGreaterThan(6)
      expect(await panel.locator('.chart .ct-bar.ct-negative').count()).toBeGreaterThan(0)
      await panel.locator('.statements[aria-busy=false]').waitFor()
      // Each leaves when its connection is ready, so two consecutive ones may swap places.
      const asked = questions().map(({ register }) => register)
      expect(asked.toSorted()).toEqual([...REGISTER_NAMES, ...Array.from({ length: 6 }, () => 'statements')].toSorted())
      for (const first of ['vat', 'e-invoicing'] as const)
        expect(asked.indexOf(first)).toBeLessThan(asked.indexOf('statements'))
      await panel.getByText('All indicators').first().click()
      await panel.getByRole('row', { name: /^Un indicator nou/ }).waitFor()
      expect(await panel.locator('body').textContent()).not.toMatch(/cannot receive/i)
    }),
  )

  test(
    'a name looked up before opens its page again, and what was kept of it is not asked a second time',
    step(async () => {
      const since = questions().length
      await lookUp('stefan & fiii')
      await panel.getByRole('heading', { name: /^ȘTEFAN/ }).waitFor()
      await panel.getByRole('row', { name: /^2024/ }).first().waitFor()
      await panel.getByRole('button', { name: 'Favourite', exact: true }).click()
      await panel.getByLabel('Note').fill('pays within 60 days')
      await panel.getByRole('heading', { name: 'Financial statements' }).click()
      await panel.getByText('Saved', { exact: true }).first().waitFor()
      expect(questions().slice(since)).toEqual([])
      await panel.getByRole('button', { name: 'Favourites' }).click()
      await panel.getByRole('option', { name: /pays within 60 days/ }).waitFor()
    }),
  )

  test(
    'a typed day is looked up once it is complete, and the focus stays in its field',
    step(async () => {
      await lookUp(ALFA)
      await panel.getByRole('heading', { name: /^ȘTEFAN/ }).waitFor()
      await panel.locator('.registers[aria-busy=false]').waitFor()
      const since = questions().length
      const day = panel.getByLabel('On', { exact: true })
      await day.focus()
      await panel.keyboard.type('04042019', { delay: 50 })
      await panel.keyboard.press('Enter')
      await panel.getByText('on 04/04/2019').waitFor()
      await panel.locator('.registers[aria-busy=false]').waitFor()
      const asked = questions().slice(since)
      expect(asked.flatMap(({ day }) => day ?? [])).toEqual(Array.from({ length: 4 }, () => '2019-04-04'))
      expect(await day.evaluate(field => field === document.activeElement)).toBe(true)
    }),
  )

  test(
    'P-14 a register that is down leaves its last answer in view, marked as older; the others are queried',
    step(async () => {
      const since = questions().length
      const page = 'maintenance-503' as const
      const effect = { kind: 'page', page } as const
      machine.authority.faults.add({ match: { path: VAT_PATH }, times: 'always', effect })
      machine.authority.faults.add({ match: { path: '/AsynchWebService/api/v8/ws/tva' }, times: 'always', effect })
      await lookUp(ALFA)
      await register('VAT and general data').getByText('Registered for VAT since 01/01/2010').waitFor()
      await panel.getByRole('button', { name: 'Query the registers again' }).click()
      const older = register('VAT and general data').getByText('An older answer: the register could not be queried now')
      await older.waitFor({ timeout: 90_000 })
      expect(await register('VAT and general data').textContent()).toContain('Registered for VAT since 01/01/2010')
      expect(await register('Farmers').textContent()).not.toContain('An older answer')
      await waitFor(
        'the statements are asked for again, as the last of all',
        () =>
          questions()
            .slice(since)
            .filter(({ register }) => register === 'statements').length === 6,
      )
    }),
  )

  test(
    'what is no CUI is said and sent nowhere',
    step(async () => {
      const since = questions().length
      for (const text of ['1960101223344', '0', '-14399840', '123456789012']) {
        await lookUp(text)
        await panel
          .getByRole('alert')
          .filter({ hasText: /2 .* 10 digits/ })
          .waitFor()
      }
      await lookUp('no such name')
      await panel.getByText('No company looked up so far matches. Type its CUI.').waitFor()
      expect(questions().slice(since)).toEqual([])
    }),
  )

  test(
    'P-08 a pasted list with repeats and wrong rows is shown before it is looked up, and exported in its order',
    step(async () => {
      const list = [`RO ${ALFA}`, 'abc', BETA, '14.399.840', '1800101221144', NOBODY, '0', '-5', '123456789012']
      const since = questions().length
      await pasteList(['CUI', ...list].join('\n'))
      await panel.getByText('9 rows').first().waitFor()
      const shown = await panel.locator('.inspection').textContent()
      for (const words of [
        '3 companies to look up',
        '1 duplicate',
        '5 rows without a CUI',
        '1 with a wrong check digit',
      ])
        expect(shown).toContain(words)
      expect(shown).toContain('a personal number (CNP)')
      expect(questions().slice(since)).toEqual([])

      // Faster than any answer to the first click.
      await panel.getByRole('button', { name: 'Check 3 companies' }).evaluate((button: HTMLElement) => {
        for (let clicks = 0; clicks < 2; clicks++) button.click()
      })
      await panel.locator('.batch-facts').getByText('done', { exact: true }).waitFor()
      // An earlier test's answers are kept; each other company was asked about once, and nothing else was.
      const asked = questions().slice(since)
      expect(asked.flatMap(({ cuis }) => cuis).filter(cui => cui !== ALFA)).toEqual([BETA, NOBODY])
      const option = (name: RegExp) => panel.locator('#batch-rows').getByRole('option', { name })
      await option(/ȘTEFAN.*row 2 · 14399840$/).waitFor()
      await option(/same as row 2/).waitFor()
      await panel.getByRole('button', { name: 'Inactive 1', exact: true }).click()
      await expect.poll(() => panel.locator('#batch-rows').getByRole('option').count(), PATIENT).toBe(1)
      await option(/BETA SRL/).waitFor()

      const table = async (end: string) => {
        const csv = await saved('CSV', end)
        return [...streamCsvRows(csv.toString('utf8'), { delimiter: ';' })].map(row => row.map(String))
      }
      const [, ...inactive] = await table('_inactive')
      expect(inactive.map(row => row[0])).toEqual([BETA])
      await panel.getByRole('button', { name: 'All 9', exact: true }).click()
      const [head = [], ...rows] = await table('\\d')
      expect(head.filter((name, at) => head.indexOf(name) !== at)).toEqual([])
      expect(head[0]).toBe('CUI')
      expect(rows.map(row => row[0])).toEqual([
        `RO ${ALFA}`,
        'abc',
        BETA,
        '14.399.840',
        '1800101221144',
        NOBODY,
        '0',
        "'-5",
        '123456789012',
      ])
      expect(rows.map(row => row[1])).toEqual([ALFA, '', BETA, ALFA, '', NOBODY, '', '', ''])
      expect(rows.map(row => row.some(cell => cell.startsWith('ȘTEFAN')))).toEqual([
        ...[true, false, false, true, false, false, false, false, false],
      ])
      const xlsx = await saved('XLSX')
      let count = 0
      for await (const _ of streamXlsxRows(xlsx)) count += 1
      expect(count).toBe(10)
    }),
  )

  test(
    'a dropped table is read by its column of CUIs; a dropped picture is no list, and nothing is sent of either',
    step(async () => {
      const since = questions().length
      const table = join(machine.sandbox.folder, 'clienti.csv')
      const picture = join(machine.sandbox.folder, 'poza.csv')
      await writeFile(table, `Nr;Client;CUI\r\n1;Alfa;${ALFA}\r\n2;Beta;${BETA}\r\n`)
      await writeFile(picture, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
      await drop(table)
      await panel.getByText('2 companies to look up').waitFor()
      expect(await panel.getByLabel('Column of CUIs').inputValue()).toBe('2')
      await drop(picture)
      await panel.getByRole('alert').filter({ hasText: 'poza.csv' }).waitFor()
      expect(await panel.getByRole('button', { name: /^Check / }).count()).toBe(0)
      expect(questions().slice(since)).toEqual([])
    }),
  )

  test(
    'U-05 a list goes on while the panel is closed and is there when it opens again; a stopped one can be continued',
    step(async () => {
      const cuis = Array.from({ length: 2400 }, (_, n) => withCheckDigit(String(300_000 + n)))
      const since = questions().length
      const asked = () => questions().length - since
      // It waits at its third question until the panel is closed, and at its tenth until it was stopped.
      const [third, tenth] = [3, 10].map(nth => machine.authority.faults.hold({ match: { path: VAT_PATH }, nth }))
      await pasteList(cuis.join('\n'))
      await panel.getByRole('button', { name: 'Check 2,400 companies' }).click()
      await panel.getByText(/of 24 requests · .* left/).waitFor()
      await third?.reached()
      await panel.close()
      third?.release()
      await tenth?.reached()

      panel = await openPanel()
      await panel.getByRole('button', { name: /^Lists/ }).click()
      await panel
        .getByRole('option', { name: /pasted list.*2,400 rows/ })
        .first()
        .click()
      await panel.getByRole('button', { name: 'Stop' }).click()
      await panel.locator('.batch-facts').getByText('stopped', { exact: true }).waitFor()
      expect(asked()).toBeLessThan(24)
      tenth?.release()
      await panel.getByRole('button', { name: 'Continue' }).click()
      await panel.locator('.batch-facts').getByText('done', { exact: true }).waitFor(PATIENT)
      const all = questions()
        .slice(since)
        .flatMap(question => question.cuis)
      expect(new Set(all).size).toBe(2400)
      const size = await panel.locator('#batch-rows').getByRole('option').first().getAttribute('aria-setsize')
      expect(size).toBe('2400')
    }),
  )
})
