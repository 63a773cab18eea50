import type { Page } from 'playwright-core'
import type { Key } from '../../extension/locales/translate.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { backgroundOf } from '../../test/browser/support/chromium/chromium.ts'
import { cardOn } from '../../test/browser/support/chromium/page-card.ts'
import { pageUrl } from '../../test/browser/support/steps.ts'
import type { Office } from './office.ts'
import { otherProgram, SITE } from './other-program.ts'

/** An empty page of the picture's size, and the picture's language, in which `t` gives the interface's words. */
type Stage = { page: Page; office: Office; language: Locale; t: (key: Key) => string }

/** What the pictures show, in the order of the stores, by the names of their files. A scene ends when all is on the page. */
export const SCENES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async facturi(stage) {
    const { page, t } = stage
    await openTab(stage, 'tab-invoices')
    // A list with a filter stays new, however long one looks at it.
    await page.getByRole('button', { name: t('filter-received'), exact: true }).click()
    await page.locator('#invoice-list [role=option][id]').nth(SHORT_INVOICE).click()
    await page.getByText(t('total-payable'), { exact: true }).waitFor()
  },

  async declaratii(stage) {
    await openTab(stage, 'tab-declarations')
    const receipts = stage.page.getByRole('button', { name: stage.t('receipt') })
    await receipts.nth(stage.office.receipts - 1).waitFor()
  },

  async firma({ page, office, language, t }) {
    const { name, cui } = office.supplier
    await page.route(SITE, route =>
      route.fulfill({ contentType: 'text/html;charset=utf-8', body: otherProgram(office, language) }),
    )
    await page.goto(SITE)
    await page.evaluate(`getSelection().selectAllChildren(document.getElementById('cui-${cui}'))`)
    // The click in the browser's own menu, which a browser without a window cannot show.
    const worker = await backgroundOf(page.context())
    await worker.evaluate(`chrome.tabs.query({ url: '${SITE}' }).then(([tab]) =>
      chrome.contextMenus.onClicked.dispatch({ menuItemId: 'lookup', selectionText: '${cui}', frameId: 0 }, tab))`)
    const card = await cardOn(page)
    await card.shows(name.toUpperCase())
    await card.shows(t('card-address'))
  },

  async mesaje(stage) {
    const { page, t } = stage
    await openTab(stage, 'tab-mailbox')
    await page.locator('#mail-list [role=option][id]').first().click()
    await page.getByRole('button', { name: t('mail-save') }).waitFor()
    // Puts the PDF below the picture: its viewer does not say when it has drawn.
    await page.getByText(t('details'), { exact: true }).click()
  },

  async masa({ page, t }) {
    await page.goto(pageUrl('desk.html#invoices?show=received'))
    await page.locator('.table tr[data-id]').nth(SHORT_INVOICE).click()
    await page.getByText(t('total-payable'), { exact: true }).waitFor()
  },

  async verificare(stage) {
    const { page, office, t } = stage
    await openTab(stage, 'tab-invoices')
    await page.getByRole('button', { name: t('upload-title') }).click()
    await page.locator('input[type=file]').first().setInputFiles(office.drafts)
    await page
      .getByRole('button', { name: t('validate'), exact: true })
      .first()
      .click()
    await page.getByText('R_BT_48_cui').waitFor()
  },
}

/** Place in the list of an invoice with few lines, whose sums are in the picture. */
const SHORT_INVOICE = 2

async function openTab({ page, t }: Stage, tab: Key): Promise<void> {
  await page.goto(pageUrl('sidepanel.html'))
  await page.getByRole('tab', { name: t(tab) }).click()
}
