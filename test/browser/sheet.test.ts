import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOddInvoice, party } from '../../shared/documents/odd-invoices.fixture.ts'
import { sampleXml } from '../authority/documents/sample.ts'
import { createWorld } from '../authority/world/world.ts'
import { waitFor } from '../support/wait-for.ts'
import { openChromium } from './support/chromium/chromium.ts'
import { commandsOf } from './support/machine/commands.ts'
import { closeAll, type Machine, setUpMachine } from './support/machine/machine.ts'
import { missingFor } from './support/machine/missing.ts'
import { openPage, tabOpenedBy } from './support/steps.ts'
import { stepsOf } from './support/views/evidence.ts'
import { findProblems } from './support/views/find-problems.ts'

const [OWN, OTHER] = ['14399840', '34878414'] as const
const ATTACHED = Buffer.from('%PDF-1.4\n% proces-verbal\n'.repeat(2000))
const DAY = 86_400_000

/** A storno as type 380, with an attachment and an element that no field holds. */
const STORNO = anOddInvoice({
  seller: party(
    'Ștefănescu SRL',
    `RO${OTHER}`,
    `<cac:PostalAddress><cbc:CityName>Iași</cbc:CityName><cbc:CountrySubentity>RO-IS</cbc:CountrySubentity>
     <cac:Country><cbc:IdentificationCode>RO</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`,
  ),
  buyer: party('Firma mea SRL', `RO${OWN}`),
  head: `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject
    mimeCode="application/pdf" filename="proces-verbal ș.pdf">${ATTACHED.toString('base64')}</cbc:EmbeddedDocumentBinaryObject>
    </cac:Attachment></cac:AdditionalDocumentReference><cac:Odd><cbc:Thing>K7</cbc:Thing></cac:Odd>`,
})
  .replaceAll('>100.00<', '>-100.00<')
  .replaceAll('>121.00<', '>-121.00<')
  .replace('unitCode="H87">2<', 'unitCode="E48">-2<')

/** The invoice in its familiar form, in the panel's page; each test continues from the last one. */
describe.skipIf(missingFor('browser'))('the sheet of an invoice', () => {
  let machine: Machine
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    machine = await setUpMachine({
      pace: { processingMs: 300, indexingMs: 300 },
      world: now => {
        const world = createWorld({ now })
        world.addCompany(OWN, 'Firma mea SRL')
        const content = Buffer.from(STORNO)
        const sha256 = createHash('sha256').update(content).digest('hex')
        const file = { content, sha256, cif: OTHER, standard: 'UBL' as const, b2c: false, findings: [] }
        world.addInvoice({ seller: OTHER, buyer: OWN, number: 'FCT-7', uploadedAt: now() - DAY, file })
        world.addInvoice({ seller: OTHER, buyer: OWN, number: 'FCT-9', uploadedAt: now() - DAY })
        return world
      },
    })
    const { authority, sandbox } = machine
    const run = commandsOf(machine)
    await writeFile(file('gresita.xml'), invoice('F-77').replaceAll('RO-', 'XX-'))
    await writeFile(file('corectata.xml'), invoice('F-78'))
    await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
    await run(['companies', 'add', OWN])
    await run(['invoices', 'upload', file('gresita.xml'), '--cui', OWN, '--yes', '--wait'], { code: 4 })
    await run(['invoices', 'sync'])
    context = await openChromium(sandbox, { headless: true })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await openPage(context, 'sidepanel.html')
    await page.setViewportSize({ width: 400, height: 800 })
    // Both come after the first rows and push them down: a click meanwhile would meet no row.
    await row('F-77').waitFor()
    await page.getByText('One thing to do').waitFor()
  })
  afterAll(() => closeAll(context, machine))

  const invoice = (number: string) => sampleXml({ seller: OWN, buyer: OTHER, number })
  const file = (name: string) => join(machine.sandbox.folder, name)
  const step = stepsOf(
    () => machine,
    () => context,
  )
  const row = (name: string) => page.getByRole('option').filter({ hasText: name })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  /** The file that was saved last, as named by the page. */
  async function saved(): Promise<{ name: string; bytes: Buffer }> {
    const said = await page.getByText('Saved to Downloads: ').textContent()
    const name = /Downloads: (.*?) Show in folder/.exec(said ?? '')?.[1] ?? ''
    expect(await readdir(machine.sandbox.downloads)).toContain(name)
    return { name, bytes: await readFile(join(machine.sandbox.downloads, name)) }
  }
  const back = () => page.getByRole('button', { name: 'Back' }).click()
  const textOf = async (bytes: Buffer) => (await PDF.load(new Uint8Array(bytes))).extractText()[0]?.text

  test(
    'U-11 a storno shows what it is, with words for units and counties, its attachment, and what no field holds',
    step(async () => {
      await row('FCT-7').click()
      await page.getByText('Storno: the amounts of this document are negative.').waitFor()
      const sheet = await page.locator('.sheet').textContent()
      for (const text of ['-2 services', '-121.00', 'Iași, jud. Iași', 'VAT by rate', 'Odd/Thing', 'K7'])
        expect(sheet).toContain(text)
      expect(sheet).not.toMatch(/E48|RO-IS/)
      await page.getByLabel('More actions').click()
      expect(await findProblems(page)).toEqual([])
      await page.keyboard.press('Escape')

      const opened = await tabOpenedBy(context, () => button('Open proces-verbal ș.pdf').click())
      await waitFor('the attachment is shown', () => opened.url().startsWith('blob:'))
      await opened.close()
      await button('Save proces-verbal ș.pdf').click()
      const { name, bytes } = await saved()
      expect(name).toBe('proces-verbal ș.pdf')
      expect(bytes.equals(ATTACHED)).toBe(true)

      await page.getByText("The invoice's XML").click()
      await page.locator('.xml-tag', { hasText: 'Thing' }).first().waitFor()
    }),
  )

  test(
    'U-11 number, CUI and sum are copied; the signed originals are behind the menu',
    step(async () => {
      const copied = async (name: string) => {
        await button(name).first().click()
        return page.evaluate<string>('navigator.clipboard.readText()')
      }
      expect(await copied('Copy the number: FCT-7')).toBe('FCT-7')
      expect(await copied(`Copy CUI: ${OTHER}`)).toBe(OTHER)
      expect(await copied('Copy the sum: -121.00')).toBe('-121.00')
      await page.getByLabel('More actions').click()
      await button('ZIP').click()
      await page.getByText(/Saved to Downloads: .*\.zip/).waitFor()
      await back()
    }),
  )

  test(
    'U-11 one click saves the PDF: of ANAF, and while ANAF is down our own, which says so',
    step(async () => {
      const down = machine.authority.faults.add({
        match: { path: /transformare/ },
        times: 'always',
        effect: { kind: 'page', page: 'maintenance-503' },
      })
      await row('FCT-9').click()
      await button('Save PDF').click()
      await page.getByText('ANAF did not make the PDF').waitFor()
      expect(await textOf((await saved()).bytes)).toContain('Invoice FCT-9')
      down.remove()
      await button('Save PDF').click()
      await page.getByText('ANAF did not make the PDF').waitFor({ state: 'detached' })
      await page.getByText('Saved to Downloads: ').waitFor()
      expect(machine.authority.journal.count({ path: 'transformare/FACT1', status: 200 })).toBe(1)
      await back()
    }),
  )

  test(
    'U-11 Print opens the invoice in a tab that asks for its print, on A4, without buttons',
    step(async () => {
      await context.addInitScript(`window.print = () => document.documentElement.setAttribute('data-printed', '')`)
      await row('FCT-7').click()
      const tab = await tabOpenedBy(context, () => button('Print').click())
      // A tab that the extension opens may begin before the script above is in it.
      await tab.reload()
      await tab.locator('html[data-printed]').waitFor()
      expect(await tab.title()).toBe('Invoice FCT-7')
      expect(await findProblems(tab)).toEqual([])
      await tab.emulateMedia({ media: 'print' })
      expect(await tab.getByRole('button').filter({ visible: true }).count()).toBe(0)
      const paper = await textOf(await tab.pdf({ preferCSSPageSize: true }))
      expect(paper).toContain('Ștefănescu SRL')
      await tab.close()
      await back()
    }),
  )

  test(
    'an invoice with errors shows number, partner and sum of what was filed; its row says when it is corrected',
    step(async () => {
      await button(/^With errors/).click()
      await page.getByLabel('Search number, name, CUI, amount or month').fill('F-77')
      const refused = row('F-77')
      const text = await refused.textContent()
      expect(text).toContain(`Firma ${OTHER} SRL`)
      expect(text).toMatch(/\d+\.\d\d/)
      await refused.click()
      await page.getByText('BR-RO-110').waitFor()
      const detail = await page.locator('.detail').textContent()
      expect(detail).toContain('ISO 3166-2')
      expect(detail).not.toContain('Daca Codul')

      const chooser = page.waitForEvent('filechooser')
      await button('Upload the corrected version').click()
      await (await chooser).setFiles(file('corectata.xml'))
      await page.getByText('Corrects F-77').waitFor()
      await button('Upload one invoice').click()
      await page.getByText('Accepted').first().waitFor({ timeout: 60_000 })
      await button('Done').click()
      await page.getByText('Corrected by F-78 · accepted').waitFor()
      await back()
      await refused.getByText('Corrected').waitFor()
    }),
  )
})
