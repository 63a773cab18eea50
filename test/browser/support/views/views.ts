import type { Page } from 'playwright-core'

/** A view of the side panel, and how to reach it from the first one. */
export type View = readonly [name: string, open: (panel: Page) => Promise<unknown>]

const tab = (panel: Page, name: string) => panel.getByRole('tab', { name }).click()
const press = (panel: Page, name: string | RegExp) => panel.getByRole('button', { name, exact: true }).click()
const openFirst = (panel: Page, list: string) => panel.locator(`#${list} [role=option][id]`).first().click()
const lookups = async (panel: Page) => {
  await tab(panel, 'Companies')
  await press(panel, 'Lookup')
}

/** The views right after the installation. */
export const FIRST_VIEWS: readonly View[] = [
  ['invoices', panel => panel.getByRole('button', { name: 'Open the guide' }).waitFor()],
  ['messages', panel => tab(panel, 'Messages')],
  ['declarations', panel => tab(panel, 'Declarations')],
  ['companies', panel => tab(panel, 'Companies')],
  ['lookups', lookups],
  ['activity', panel => tab(panel, 'Activity')],
]

/** All views, in English; `file` returns the path of one of the person's files. */
export const allViews = (file: (name: string) => string): readonly View[] => [
  ['invoices', panel => panel.locator('#invoice-list').waitFor()],
  ['an invoice', panel => openFirst(panel, 'invoice-list')],
  [
    'an export about to be made',
    async panel => {
      await press(panel, 'Export to accounting…')
      await panel.getByLabel(/^SAGA C/).click()
    },
  ],
  [
    'a ledger that was compared',
    async panel => {
      await press(panel, 'Compare with your records…')
      await panel.locator('input[type=file]').first().setInputFiles(file('jurnal.csv'))
      const question = panel.getByRole('article', { name: 'Comparison with your records' })
      await question.getByLabel('Company').selectOption({ index: 1 })
      await press(panel, 'Compare')
      await panel.getByText('Not in SPV (1)').waitFor()
    },
  ],
  [
    'a refused invoice',
    async panel => {
      await press(panel, /^With errors/)
      await panel
        .getByRole('option', { name: /With errors/ })
        .first()
        .click()
      await panel.getByText('BR-RO-110').first().waitFor()
    },
  ],
  [
    'an invoice about to be uploaded',
    async panel => {
      await press(panel, 'Upload invoices')
      await panel
        .locator('input[type=file]')
        .first()
        .setInputFiles([file('factura.xml'), file('clienti.csv')])
      await panel.getByText('F-77').waitFor()
    },
  ],
  ['messages', panel => tab(panel, 'Messages')],
  [
    'a message',
    async panel => {
      await tab(panel, 'Messages')
      await openFirst(panel, 'mail-list')
      await panel.getByRole('button', { name: 'Save PDF' }).waitFor()
    },
  ],
  [
    'a request',
    async panel => {
      await tab(panel, 'Messages')
      await press(panel, 'Request a document')
      await panel.getByRole('checkbox').first().waitFor()
    },
  ],
  [
    'declarations',
    async panel => {
      await tab(panel, 'Declarations')
      await panel.getByText('Has validation errors').waitFor()
    },
  ],
  [
    'the calendar of declarations',
    async panel => {
      await tab(panel, 'Declarations')
      await press(panel, 'Calendar')
    },
  ],
  [
    'another declaration to follow',
    async panel => {
      await tab(panel, 'Declarations')
      await press(panel, 'Track another filing')
      await press(panel, 'Track')
      await panel.getByRole('alert').waitFor()
    },
  ],
  [
    'a declaration about to be submitted',
    async panel => {
      await tab(panel, 'Declarations')
      await press(panel, 'Submit declarations')
      await panel
        .locator('input[type=file]')
        .first()
        .setInputFiles([file('d301.pdf'), file('nesemnat.pdf')])
      await panel.getByText('nesemnat.pdf is not signed.').waitFor()
    },
  ],
  [
    'companies, one about to be removed',
    async panel => {
      await tab(panel, 'Companies')
      await panel
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await press(panel, 'Remove')
      await panel.getByRole('alertdialog').waitFor()
    },
  ],
  ['lookups', lookups],
  [
    'a company in the registers',
    async panel => {
      await lookups(panel)
      await openFirst(panel, 'known-companies')
      await panel.locator('.statements[aria-busy=false]').waitFor()
    },
  ],
  [
    'a list of companies',
    async panel => {
      await lookups(panel)
      await press(panel, /^Lists/)
      await openFirst(panel, 'batch-list')
      await panel.locator('#batch-rows').waitFor()
    },
  ],
  [
    'a list about to be checked',
    async panel => {
      await lookups(panel)
      await press(panel, 'New list')
      await panel.locator('input[type=file]').first().setInputFiles(file('clienti.csv'))
      await panel.getByRole('button', { name: /^Check / }).waitFor()
    },
  ],
  ['activity', panel => tab(panel, 'Activity')],
]
