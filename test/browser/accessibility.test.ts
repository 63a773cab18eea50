import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DeclarationPdfOptions, declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { sampleXml } from '../authority/documents/sample.ts'
import { seedMail } from '../authority/spv/seed.ts'
import { seedWorld } from '../authority/world/seed.ts'
import { command } from '../contract/support/host.ts'
import { signInToPortal } from '../contract/support/portal.ts'
import { signInToMailbox } from '../contract/support/spv.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { commandsOf } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { loaded, openPage } from './support/steps.ts'
import { deskViews } from './support/views/desk-views.ts'
import { stepsOf } from './support/views/evidence.ts'
import { findProblems, findVisibleProblems } from './support/views/find-problems.ts'
import { allViews, FIRST_VIEWS, type View } from './support/views/views.ts'

const OWN = '14399840'
const OWN_NAME = 'Întreprinderea de Construcții și Lucrări Speciale „Ștefan cel Mare” Bistrița-Năsăud SRL'
const NARROWEST = 320
type Look = { width: number; colorScheme: 'light' | 'dark' }
/** Parts of an invoice that are wider than a panel of 200 px. */
const SIDEWAYS = `[...document.querySelectorAll('.sheet > *, .sheet td, .sheet .facts > * > *')]
  .filter(each => each.getBoundingClientRect().right > innerWidth)
  .map(each => each.outerHTML.slice(0, 120))`
const ROWS_OF_TABS = `new Set([...document.querySelectorAll('[role=tab]')].map(tab => tab.getBoundingClientRect().y)).size`

/** Every view in real Chromium on real data, signed in by the command line; each test continues from the last. */
describe.skipIf(missingFor('browser'))('the pages of the extension', () => {
  let machine: Machine
  let context: BrowserContext
  let page: Page
  /** The folder of the files that a person drops or chooses. */
  const file = (name: string) => join(machine.sandbox.folder, name)

  beforeAll(async () => {
    machine = await setUpMachine({
      limits: { requestsPerMinute: 12_000, publicRequestsPerSecond: 50 },
      pace: { processingMs: 200, indexingMs: 200 },
      world: now => {
        const world = seedWorld({ now, companies: 2, invoicesPerCompany: 25 })
        world.addCompany(OWN, OWN_NAME)
        return world
      },
      mail: seedMail({ messages: 30 }),
    })
    Object.assign(machine.authority.declarations.habits, { processingMs: 200, receiptMs: 200 })
    machine.authority.registers.set(OWN, { name: OWN_NAME, vat: [{ from: '2010-01-01', to: null }] })
    await writeFile(file('factura.xml'), sampleXml({ seller: OWN, buyer: '34878414', number: 'F-77' }))
    const wrong = sampleXml({ seller: OWN, buyer: '34878414', number: 'F-78' }).replaceAll('RO-', 'XX-')
    await writeFile(file('gresita.xml'), wrong)
    await writeFile(file('jurnal.csv'), 'Nr. factură;CUI;Data;Total\nSTR-9;361757;05.10.2026;100,00\n')
    await writeFile(file('clienti.csv'), `CUI\n${OWN}\nabc\n361757\n361757\n`)
    const pdf = async (name: string, options: DeclarationPdfOptions) =>
      writeFile(file(name), await declarationPdf({ cui: OWN, ...options }))
    await pdf('d300.pdf', { form: 'D300', signer: machine.person })
    await pdf('d112.pdf', { form: 'D112', signer: machine.person, total: -1 })
    await pdf('d301.pdf', { form: 'D301', signer: machine.person })
    await pdf('nesemnat.pdf', { form: 'D100' })
    context = await openChromium(machine.sandbox, { headless: true })
  })
  afterAll(() => closeAll(context, machine))

  /** Signs in everywhere and fills every view. */
  async function useIt(): Promise<void> {
    const { authority } = machine
    const run = commandsOf(machine)
    await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
    await run(['session', 'import', 'spv', '-'], { input: await signInToMailbox(authority) })
    const person = await authority.enrolPerson({ commonName: 'IONESCU MARIA', rights: 'all' })
    await run(['session', 'import', 'portal', '-'], { input: await signInToPortal(authority, person) })
    for (const cui of authority.world.companies.keys()) await run(['companies', 'add', cui])
    await run(['invoices', 'sync', '--days', '60'])
    await run(['mailbox', 'sync', '--days', '60'])
    // The authority refuses it, and the exit code says so.
    await run(['invoices', 'upload', file('gresita.xml'), '--cui', OWN, '--yes', '--wait'], { code: 4 })
    await run(['declarations', 'submit', file('d300.pdf'), file('d112.pdf'), '--yes'])
    await run(['companies', 'lookup', OWN, '361757'])
    await run(['companies', 'lookup', '--file', file('clienti.csv')])
  }

  async function open(path: string): Promise<void> {
    page = await openPage(context, path)
    await as({ width: NARROWEST, colorScheme: 'light' })
  }
  async function as({ width, colorScheme }: Look): Promise<void> {
    await page.setViewportSize({ width, height: 760 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  }
  /** The problems of each view, in light and dark; the panel light at the narrowest and dark at `darkWidth`. */
  async function lookThrough(views: readonly View[], darkWidth: number): Promise<object> {
    const found: Record<string, string[]> = {}
    const look = async (name: string, path: string, widths: Record<'light' | 'dark', number>, show?: View[1]) => {
      await open(path)
      await show?.(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await as({ width: widths[colorScheme], colorScheme })
        const wrong = await findProblems(page, colorScheme === 'dark' && widths.light === widths.dark)
        if (wrong.length > 0) found[`${name}, ${colorScheme}`] = wrong
      }
      await page.close()
    }
    const widths = { light: NARROWEST, dark: darkWidth }
    for (const [name, show] of views) await look(name, 'sidepanel.html', widths, show)
    await look('popup.html', 'popup.html', { light: 360, dark: 360 })
    for (const path of ['options.html', 'signed-in.html', 'welcome.html'])
      await look(path, path, { light: NARROWEST, dark: NARROWEST })
    return found
  }
  /** The problems of each view of the desk, in light and dark. */
  async function lookThroughDesk(): Promise<object> {
    const found: Record<string, string[]> = {}
    for (const [name, address, show] of deskViews(file)) {
      page = await openPage(context, `desk.html#${address}`)
      await page.setViewportSize({ width: 1280, height: 760 })
      await page.locator('.table tr[data-id], .empty, .groups').first().waitFor()
      await show?.(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const wrong = await findProblems(page, colorScheme === 'dark')
        if (wrong.length > 0) found[`${name}, ${colorScheme}`] = wrong
      }
      await page.close()
    }
    return found
  }
  const step = stepsOf(
    () => machine,
    () => context,
  )

  test(
    'U-08 before anything is set up, axe finds nothing serious in any view, and each has at most one primary action',
    step(async () => {
      expect(await lookThrough(FIRST_VIEWS, NARROWEST)).toEqual({})
    }),
  )

  test(
    'it is used from the command line, so that every view has something to show',
    step(() => useIt()),
  )

  test(
    'U-08 axe finds nothing serious in any view with its data, light at 320 px and dark side by side; none is wider than its page',
    step(async () => {
      expect(await lookThrough(allViews(file), 1000)).toEqual({})
    }),
  )

  test(
    'U-08 axe finds nothing serious in any view of the desk, in light and dark',
    step(async () => {
      expect(await lookThroughDesk()).toEqual({})
    }),
  )

  test(
    'U-08 by keyboard alone: arrows lead through tabs and rows, Enter opens, Escape leads back to the list',
    step(async () => {
      await open('sidepanel.html')
      const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')
      await page.getByRole('tab', { name: 'Invoices' }).focus()
      await page.keyboard.press('ArrowRight')
      expect(await focused()).toBe('Messages')
      await page.locator('#mail-list [role=option][id]').first().waitFor()
      const list = page.locator('#mail-list:focus')
      for (let stops = 0; stops < 12 && (await list.count()) === 0; stops += 1) await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      const row = await page.locator('#mail-list-1').textContent()
      await page.keyboard.press('Enter')
      const heading = page.locator('article h2:focus')
      await page.getByRole('button', { name: 'Save PDF' }).waitFor()
      expect(row).toContain(await heading.textContent())
      await page.keyboard.press('Escape')
      await list.waitFor()
      await page.close()
    }),
  )

  test(
    'U-08 from 320 px up the tabs stand in one row, in both languages, whichever tab is chosen',
    step(async () => {
      await open('sidepanel.html')
      for (const language of ['en', 'ro']) {
        await page.evaluate(`chrome.storage.local.set({ language: '${language}' })`)
        await page.locator(`html[lang=${language}]`).waitFor()
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click()
          for (const width of [320, 340, 359, 360, 400]) {
            await page.setViewportSize({ width, height: 760 })
            expect(await page.evaluate(ROWS_OF_TABS), `${language} ${width}`).toBe(1)
          }
        }
      }
      await page.close()
    }),
  )

  test(
    'U-08 a panel of 400 px at a zoom of 200 % holds its tabs and an invoice, in both languages (WCAG 1.4.10)',
    step(async () => {
      await open('sidepanel.html')
      await page.setViewportSize({ width: 200, height: 760 })
      for (const language of ['en', 'ro']) {
        await page.evaluate(`chrome.storage.local.set({ language: '${language}' })`)
        await page.locator(`html[lang=${language}]`).waitFor()
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click()
          await loaded(page)
          expect(await findVisibleProblems(page), `${language} ${await tab.textContent()}`).toEqual([])
        }
      }
      await page.evaluate(`chrome.storage.local.set({ language: 'en' })`)
      await page.getByRole('tab', { name: 'Invoices' }).click()
      await page.getByRole('button', { name: /^Received/ }).click()
      await page
        .getByRole('option', { name: /Received/ })
        .first()
        .click()
      await page.locator('.sheet').waitFor()
      expect(await page.evaluate(SIDEWAYS)).toEqual([])
      await page.close()
    }),
  )

  test(
    'W-01 the usual columns of the desk fit into a tab of 1280 px, whose scroll bar is 17 px wide',
    step(async () => {
      page = await openPage(context, 'desk.html#invoices')
      await page.evaluate(`chrome.storage.local.set({ language: 'auto' })`)
      await page.setViewportSize({ width: 1280, height: 760 })
      for (const table of ['Invoices', 'SPV messages', 'Declarations', 'e-Factura uploads', 'Companies']) {
        await page.getByRole('tab', { name: table }).click()
        await page.getByRole('grid', { name: table }).waitFor()
        const width = await page.evaluate(`parseFloat(document.querySelector('.table > table').style.minWidth)`)
        expect(width, table).toBeLessThanOrEqual(1280 - 17)
      }
      await page.close()
    }),
  )

  test(
    'H-07 the settings check this computer in both languages, say what to do first, and copy a report without names',
    step(async () => {
      const { sandbox } = machine
      expect((await command(['host', 'install'], sandbox.env)).code).toBe(0)
      await writeFile(join(sandbox.home, '.config/opera/NativeMessagingHosts/ro.recipisa.host.json'), '{')
      await open('options.html')
      await page.evaluate(`chrome.storage.local.set({ language: 'ro' })`)
      await page.getByRole('button', { name: 'Verifică acest calculator' }).click()
      await page.getByText('Opera: fișierul ~/.config/opera/').first().waitFor()
      expect(await page.locator('.notice', { hasText: 'De făcut întâi' }).textContent()).toContain(
        'recipisa host install',
      )
      expect(await page.locator('.doctor-lines li', { hasText: 'răspunde' }).count()).toBe(7)
      expect(await findProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Copiază raportul' }).click()
      await page.getByText('Copiat.').waitFor()
      await page.getByLabel('Client ID').fill('')
      await page.getByLabel('Client ID').press('ControlOrMeta+V')
      const report = await page.getByLabel('Client ID').inputValue()
      expect(report).toContain('Firefox: programul local este înregistrat.')
      for (const hidden of [sandbox.home, OWN, machine.authority.clientSecret]) expect(report).not.toContain(hidden)
      await page.evaluate(`chrome.storage.local.set({ language: 'auto' })`)
      await page.close()
    }),
  )
})
