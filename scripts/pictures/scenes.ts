import { backgroundOf } from '../../test/browser/support/chromium/chromium.ts'
import { cardOn } from '../../test/browser/support/chromium/page-card.ts'
import { otherProgram, SITE } from './other-program.ts'
import { openDesk, openTab, type Stage } from './stage.ts'

/** The pictures in the stores' order, by file name. A scene ends when everything is on the page. */
export const SCENES = {
  async facturi(stage: Stage) {
    const { page, t } = stage
    await openTab(stage, 'tab-invoices')
    // A list with a filter stays new, however long it is shown.
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
    // The click in the browser's own menu, which a headless browser cannot show.
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
    // Puts the PDF below the picture: its viewer does not announce when it has drawn.
    await page.getByText(t('details'), { exact: true }).click()
  },

  async masa(stage: Stage) {
    await openDesk(stage, 'invoices?show=received')
    await stage.page.locator('.desk-totals', { hasText: 'EUR' }).waitFor()
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

/** Position in the list of an invoice with few lines, so that its sums fit into the picture. */
const SHORT_INVOICE = 2
