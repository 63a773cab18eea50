import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { backgroundOf, browserOf, openChromium } from '../support/chromium/chromium.ts'
import { type Notifications, watchNotifications } from '../support/chromium/notifications.ts'
import { attachSidePanel, openPopup } from '../support/chromium/side-panel.ts'
import { missingFor } from '../support/machine/missing.ts'
import { loaded, openPage } from '../support/steps.ts'
import { tabsOf, withEvidence } from '../support/views/evidence.ts'
import { findProblems } from '../support/views/find-problems.ts'
import { ACME, BETA, FAILING, GAMA, type Office, openOffice, RECEIPTS, STRANGERS } from './an-office.ts'

/** Everything that an accountant once misread or failed to do; the pages speak Romanian. */
describe.skipIf(missingFor('browser'))('what was found by using it', () => {
  let office: Office
  let context: BrowserContext
  let page: Page
  let notifications: Notifications

  beforeAll(async () => {
    office = await openOffice()
    context = await openChromium(office.machine.sandbox, { headless: true })
    notifications = await watchNotifications(context)
    page = await openPage(context, 'sidepanel.html')
    await page.setViewportSize({ width: 400, height: 700 })
    await page.evaluate(`chrome.storage.local.set({ language: 'ro' })`)
    await page.locator('html[lang=ro]').waitFor()
  })
  afterAll(async () => {
    await context?.close()
    await office?.machine.endRunners()
    await office?.machine.remove()
  })

  const step = (work: () => Promise<void>) => () =>
    withEvidence({ machine: () => office.machine, views: () => tabsOf(context) }, work)
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true })
  const downloads = () => readdir(office.machine.sandbox.downloads)
  const companies = () => page.locator('.company-list .company')
  const company = (words: string) => companies().filter({ hasText: words })

  test(
    'ten downloads that answer 500 fail by themselves; the sync ends, and no company reads as never synced',
    step(async () => {
      await tab('Facturi')
      await button('Sincronizează').first().click()
      await page.locator('.attention-line', { hasText: `${FAILING} documente nedescărcate` }).waitFor()
      await tab('Firme')
      await company('GAMA')
        .getByText(/4 arhivate · sincr\./)
        .waitFor()
      for (const name of ['ACME', 'Beta'])
        await company(name)
          .getByText(/ · sincr\. /)
          .waitFor()
      expect(await page.getByText('sincronizare neterminată').count()).toBe(0)
    }),
  )

  test(
    'the companies with problems come first in rows of 40 px, chips count them, a click chooses, the menu removes',
    step(async () => {
      await office.run(['invoices', 'upload', office.file('gresita.xml'), '--yes', '--wait'], { code: 4 })
      await page.reload()
      await company('ACME').getByText('una cu erori').waitFor()
      const names = await companies().locator('.company-name').allTextContents()
      expect(names.slice(0, 2)).toEqual(['GAMA DIN REGISTRU SRL', 'ACME SRL'])
      expect(names.at(-1)).toBe('Beta SRL')
      expect(await company('GAMA').textContent()).toContain(`${FAILING} nedescărcate`)
      for (const row of await companies().all()) expect((await row.boundingBox())?.height).toBe(40)
      expect(await findProblems(page)).toEqual([])

      await button('Fără drepturi 2').click()
      expect(await companies().count()).toBe(STRANGERS.length)
      await button('Cu probleme 4').click()
      await waitFor('those without problems are gone', async () => (await companies().count()) === 4)
      await button('Toate 5').click()
      await page.getByLabel('Caută firmă sau CUI').fill('beta')
      await waitFor('one company is left', async () => (await companies().count()) === 1)
      await page.getByLabel('Caută firmă sau CUI').fill('')

      await company('ACME').locator('.company-words').click()
      await page.locator('#invoice-list [role=option]', { hasText: 'NOUA-12' }).waitFor()
      expect(await page.getByLabel('Firmă', { exact: true }).inputValue()).toBe(ACME)
      await button('Arată toate firmele').click()
      await tab('Firme')
      await button(`Acțiuni pentru CUI ${STRANGERS[1]}`).click()
      await button('Scoate din listă').click()
      await button('Scoate firma').click()
      await waitFor('it is off the list', async () => (await companies().count()) === 4)
    }),
  )

  test(
    'the outcome of a filing is a notification that leads to it, and what has errors is counted until it is resolved',
    step(async () => {
      const worker = await backgroundOf(context)
      // The authority's document about it comes a moment after the outcome, and is new, too.
      await waitFor('its document is archived', async () =>
        (await office.run(['invoices', 'list', '--kind', 'errors'])).includes('archived'),
      )
      await tab('Facturi')
      await button('Marchează toate ca citite').click()
      await waitFor('F-78 is notified', async () =>
        (await notifications.all()).some(id => decodeURIComponent(id).includes('"area":"uploads","id":1')),
      )
      // All receipts are unread in SPV.
      const left = String(3 * 2 * RECEIPTS + 1)
      await waitFor(
        'the badge counts F-78 and the messages',
        async () => (await worker.evaluate<string>('chrome.action.getBadgeText({})')) === left,
      )
    }),
  )

  test(
    'companies without rights and failed downloads are one line, without names of the API, that can be put away',
    step(async () => {
      const line = page.locator('.attention-line')
      await line
        .getByText(`un lucru de rezolvat · ${FAILING} documente nedescărcate · o firmă fără drepturi`, { exact: true })
        .waitFor()
      expect(await page.locator('.panel-notices > *').count()).toBe(1)
      expect(await page.locator('body').textContent()).not.toMatch(/Nu aveți drept|descarcare|listaMesaje/)
      await line.getByRole('button', { name: 'Vezi' }).click()
      await page.getByRole('region', { name: 'Termene' }).waitFor()
      await tab('Facturi')
      // Beside a detail it is as wide as its list's search and buttons.
      await page.setViewportSize({ width: 1000, height: 700 })
      const boxes = [await line.boundingBox(), await page.locator('.list-pane').boundingBox()]
      const [right, edge] = boxes.map(box => (box ? box.x + box.width : Number.NaN))
      expect(right).toBeCloseTo((edge ?? 0) - 12, 0)
      await page.setViewportSize({ width: 400, height: 700 })
      await line.getByRole('button', { name: 'Ascunde până apare ceva nou' }).click()
      await line.waitFor({ state: 'detached' })
    }),
  )

  test(
    'last month, a month by name or number, and an amount are found, in the panel and in the desk',
    step(async () => {
      const rows = page.locator('#invoice-list [role=option]')
      const field = page.getByLabel('Caută număr, nume, CUI, sumă sau lună')
      const finds = async (text: string, words: string) => {
        await field.fill(text)
        await waitFor(`every row for “${text}” has ${words}`, async () => {
          const found = await rows.allTextContents()
          return found.length > 0 && found.every(row => row.includes(words))
        })
      }
      await finds('NOUA-12', 'NOUA-12')
      const amount = /[\d.]+,\d\d/.exec((await rows.first().textContent()) ?? '')?.[0] ?? ''
      const periods = ['luna trecută', office.lastMonthName, office.lastMonth]
      for (const words of periods) await finds(words, 'VECHE-1')
      await finds(amount, amount)
      await field.fill('')

      const desk = await openPage(context, 'desk.html')
      await desk.setViewportSize({ width: 1400, height: 800 })
      const numbers = () => desk.locator('.table tbody tr[data-id] td:nth-child(4)').allTextContents()
      for (const words of [...periods, `${office.lastMonth} >0`]) {
        await desk.getByRole('searchbox').fill(words)
        await waitFor(`the desk finds “${words}”`, async () => (await numbers()).join() === 'VECHE-1')
        await desk.getByRole('searchbox').fill('')
        await waitFor('all are back', async () => (await numbers()).includes('NOUA-12'))
      }
      await desk.getByRole('searchbox').fill(amount)
      await waitFor('the desk finds the amount', async () => {
        const found = await numbers()
        return found.includes('NOUA-12') && !found.includes('VECHE-1')
      })
      await desk.close()
    }),
  )

  test(
    'the receipts of a month are those that report it, of all companies; all of them are saved at once',
    step(async () => {
      const desk = await openPage(context, 'desk.html#messages?show=receipts')
      await desk.setViewportSize({ width: 1400, height: 800 })
      const all = 3 * 2 * RECEIPTS
      await button(`Recipise ${all}`, desk).waitFor()
      await button('Mai multe filtre', desk).click()
      await desk.getByLabel('Pentru perioada').fill(office.lastMonth)
      await desk.getByLabel('Pentru perioada').press('Enter')
      await button(`Recipise ${all / 2}`, desk).waitFor()
      await desk.keyboard.press('Escape')
      await loaded(desk)
      await desk.getByLabel('Alege toate rândurile').click()
      await desk.getByText(`${all / 2} rânduri alese`).waitFor()
      await button('Salvează documentele', desk).click()
      await desk.getByText(/^Salvat în Descărcări: /).waitFor()
      const [name = ''] = (await downloads()).filter(file => file.endsWith('.zip'))
      const files = Object.keys(unzipSync(await readFile(join(office.machine.sandbox.downloads, name))))
      expect(files).toHaveLength(all / 2)
      for (const cui of [ACME, BETA, GAMA]) expect(files.filter(file => file.includes(cui))).toHaveLength(RECEIPTS)
      await desk.close()
    }),
  )

  test(
    'the archive’s folder opens from the panel and from the settings',
    step(async () => {
      const folder = join(office.machine.sandbox.dataDir, 'archive')
      const asked = async () => (await readFile(office.shown, 'utf8').catch(() => '')).startsWith(folder)
      await tab('Activitate')
      await button('Deschide folderul arhivei').click()
      await waitFor('the file manager is asked to show it', asked)
      await rm(office.shown)
      const settings = await openPage(context, 'options.html')
      await button('Deschide folderul arhivei', settings).click()
      await waitFor('it is asked again', asked)
      await settings.close()
    }),
  )

  test(
    'a mailbox sync that waits for its certificate does not hold up the sync of invoices',
    step(async () => {
      const { mailbox, spvGateway, world } = office.machine.authority
      for (let n = 0; n < 8; n++) mailbox.add({ cif: ACME, type: 'NOTIFICARE', details: `Notificare ${n}` })
      spvGateway.expireSessions(3)
      await tab('Mesaje')
      await button('Descarcă mesajele noi').click()
      await page.getByText('Sesiunea SPV a expirat').first().waitFor()
      world.addInvoice({ seller: '2816464', buyer: BETA, number: 'BETA-2', uploadedAt: Date.now() - 60_000 })
      await tab('Facturi')
      await button('Sincronizează').first().click()
      await page.locator('#invoice-list [role=option]', { hasText: 'BETA-2' }).waitFor()
      await button('Oprește').first().click()
    }),
  )

  test(
    'a short panel with notices scrolls, and leaves the list room for two rows at least',
    step(async () => {
      await page.getByText('Sesiunea SPV a expirat').first().waitFor()
      const list = page.locator('#invoice-list')
      for (const size of [
        { width: 320, height: 300 },
        { width: 360, height: 420 },
        { width: 800, height: 300 },
      ]) {
        await page.setViewportSize(size)
        await list.scrollIntoViewIfNeeded()
        const { y = 0, height = 0 } = (await list.boundingBox()) ?? {}
        expect(height, `${size.width} × ${size.height}`).toBeGreaterThanOrEqual(2 * 52)
        expect(y + 2 * 52, `${size.width} × ${size.height}`).toBeLessThanOrEqual(size.height)
        expect(await findProblems(page)).toEqual([])
      }
      await page.setViewportSize({ width: 400, height: 700 })
    }),
  )

  test(
    'the register’s name stays, whatever partners write; one that is given by hand stays too',
    step(async () => {
      await tab('Firme')
      await company('GAMA DIN REGISTRU SRL').waitFor()
      await button('Acțiuni pentru GAMA DIN REGISTRU SRL').click()
      await button('Redenumește').click()
      await page.getByLabel('Denumirea firmei').fill('Gama, client vechi')
      await button('Salvează denumirea').click()
      await company('Gama, client vechi').waitFor()
      office.machine.authority.world.addInvoice({
        seller: '2816464',
        buyer: GAMA,
        number: 'GAMA-99',
        uploadedAt: Date.now() - 60_000,
      })
      await tab('Facturi')
      await button('Sincronizează').first().click()
      await page.locator('#invoice-list [role=option]', { hasText: 'GAMA-99' }).waitFor()
      expect(await page.locator('.panel-company').textContent()).toContain('Gama, client vechi')
      expect(await page.locator('body').textContent()).not.toContain('Cum Scrie Partenerul')
    }),
  )

  test(
    'a reload keeps the document that was open',
    step(async () => {
      await page.locator('#invoice-list [role=option]', { hasText: 'NOUA-12' }).click()
      await page.getByRole('heading', { name: /NOUA-12/ }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: /NOUA-12/ }).waitFor()
      await button('Înapoi').click()
    }),
  )

  test(
    'an invoice is found and saved in three clicks from the toolbar',
    step(async () => {
      await page.close()
      const before = await downloads()
      let clicks = 0
      const click = async <T>(work: Promise<T>): Promise<T> => {
        clicks += 1
        return work
      }
      await openPage(context, 'options.html')
      const popup = await click(openPopup(context))
      expect(await popup.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(600)
      await popup.enter('NOUA-1')
      const panel = await attachSidePanel(browserOf(context))
      await panel.shows(/^2 facturi$/m)
      await click(panel.click('NOUA-12'))
      await panel.shows('Salvează PDF')
      await click(panel.click('Salvează PDF'))
      await panel.shows('Salvat în Descărcări')
      const saved = (await downloads()).filter(name => !before.includes(name))
      expect(saved).toEqual([expect.stringMatching(/NOUA-12.*\.pdf$/)])
      expect(clicks).toBe(3)
      await panel.close()
    }),
  )
})
