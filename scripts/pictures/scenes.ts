import { backgroundOf } from '../../test/browser/support/chromium/chromium.ts'
import { cardOn } from '../../test/browser/support/chromium/page-card.ts'
import { pageUrl } from '../../test/browser/support/steps.ts'
import { otherProgram, SITE } from './other-program.ts'
import { openTab, type Stage } from './stage.ts'

/** What the pictures show, in the order of the stores, by the names of their files. A scene ends when all is on the page. */
export const SCENES = {
  async facturi(stage: Stage) {
    const { page, t } = stage
    await openTab(stage, 'tab-invoices')
    // A list with a filter stays new, however long one looks at it.
    await page
      .getByRole('button', { name: t('filter-received'), exact: false })
      .first()
      .click()
    await page.locator('#invoice-list [role=option][id]').nth(SHORT_INVOICE).click()
    await page.getByText(t('total-payable'), { exact: true }).waitFor()
  },

  async declaratii(stage: Stage) {
    await openTab(stage, 'tab-declarations')
    const receipts = stage.page.getByRole('button', { name: stage.t('receipt') })
    await receipts.first().waitFor()
  },

  async firma({ page, office, language, t }: Stage) {
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

  async mesaje(stage: Stage) {
    const { page, t } = stage
    await openTab(stage, 'tab-mailbox')
    await page.locator('#mail-list [role=option][id]').first().click()
    await page.getByRole('button', { name: t('mail-save') }).waitFor()
    // Puts the PDF below the picture: its viewer does not say when it has drawn.
    await page.getByText(t('details'), { exact: true }).click()
  },

  async masa({ page, t }: Stage) {
    await page.goto(pageUrl('desk.html#invoices?show=received'))
    await page.locator('.table tr[data-id]').nth(SHORT_INVOICE).click()
    await page.getByText(t('total-payable'), { exact: true }).waitFor()
  },

  async verificare(stage: Stage) {
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
