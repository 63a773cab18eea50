import { pageUrl } from '../../test/browser/support/steps.ts'
import { SCENES } from './scenes.ts'
import { openDesk, openTab, press, type Scene, type Stage } from './stage.ts'

/** Sizes in CSS pixels. */
const NARROW = { width: 380, height: 760 }
const WIDE = { width: 1000, height: 760 }
const DESK = { width: 1400, height: 860 }
const POPUP = { width: 360, height: 600 }
const PAGE = { width: 900, height: 860 }

export type View = { name: string; size: { width: number; height: number }; show: Scene }

const desk = (name: string, address: string, more?: Scene): View => ({
  name: `desk-${name}`,
  size: DESK,
  show: async stage => {
    await openDesk(stage, address)
    await more?.(stage)
  },
})

/** A view of the panel, as narrow as it usually is; `wide` also side by side. */
const panel = (name: string, show: Scene, wide = false): View[] => [
  { name: `panel-${name}`, size: NARROW, show },
  ...(wide ? [{ name: `panel-${name}-wide`, size: WIDE, show }] : []),
]

const page = (name: string, path: string, size = PAGE): View => ({
  name,
  size,
  show: async stage => void (await stage.page.goto(pageUrl(path))),
})

const firstRow = ({ page }: Stage, list: string) => page.locator(`#${list} [role=option][id]`).first().click()
/** With its arrow: the previous list stays until the host has answered. */
const firstReceived = ({ page }: Stage) =>
  page.locator('#invoice-list [role=option][id]').filter({ hasText: '↓' }).first()
const firstOfTable: Scene = async ({ page, t }) => {
  await page.locator('.table tr[data-id]').nth(3).click()
  await page.getByText(t('total-payable'), { exact: true }).first().waitFor()
}
const choose = ({ page }: Stage, files: string | string[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

/** Right after the installation, before any set-up. */
export const FIRST_VIEWS: readonly View[] = [
  page('first-guide', 'welcome.html'),
  page('first-popup', 'popup.html', POPUP),
  page('first-panel', 'sidepanel.html', NARROW),
  page('first-settings', 'options.html'),
  page('first-desk', 'desk.html', DESK),
]

/** Every view of an office at work. */
export const VIEWS: readonly View[] = [
  page('popup', 'popup.html', POPUP),
  ...panel('invoices', stage => openTab(stage, 'tab-invoices'), true),
  ...panel(
    'invoice',
    async stage => {
      await openTab(stage, 'tab-invoices')
      await stage.page
        .getByRole('button', { name: stage.t('filter-received') })
        .first()
        .click()
      await firstReceived(stage).click()
      await stage.page.getByText(stage.t('total-payable'), { exact: true }).first().waitFor()
    },
    true,
  ),
  ...panel('refused', async stage => {
    await openTab(stage, 'tab-invoices')
    await stage.page
      .getByRole('button', { name: stage.t('filter-refused') })
      .first()
      .click()
    await firstRow(stage, 'invoice-list')
    await stage.page.locator('article').first().waitFor()
  }),
  ...panel('upload', async stage => {
    await openTab(stage, 'tab-invoices')
    await press(stage, 'upload-title')
    await choose(stage, stage.office.drafts)
    await stage.page.getByText('FCT-2042').first().waitFor()
  }),
  ...panel('book-export', async stage => {
    await openTab(stage, 'tab-invoices')
    await press(stage, 'book-export-open')
  }),
  ...panel('messages', stage => openTab(stage, 'tab-mailbox'), true),
  ...panel('message', async stage => {
    await openTab(stage, 'tab-mailbox')
    await firstRow(stage, 'mail-list')
    await stage.page.getByRole('button', { name: stage.t('mail-save') }).waitFor()
  }),
  ...panel('request', async stage => {
    await openTab(stage, 'tab-mailbox')
    await press(stage, 'request-title')
    await stage.page.getByRole('checkbox').first().waitFor()
  }),
  ...panel('declarations', stage => openTab(stage, 'tab-declarations'), true),
  ...panel('calendar', async stage => {
    await openTab(stage, 'tab-declarations')
    await press(stage, 'declarations-calendar')
  }),
  ...panel('submit', async stage => {
    await openTab(stage, 'tab-declarations')
    await press(stage, 'declaration-submit-title')
    await choose(stage, stage.office.declarations)
    await stage.page.getByText('d205.pdf').first().waitFor()
  }),
  ...panel('companies', stage => openTab(stage, 'tab-companies'), true),
  ...panel('lookups', async stage => {
    await openTab(stage, 'tab-companies')
    await press(stage, 'lookup-view')
  }),
  ...panel('lookup', async stage => {
    await openTab(stage, 'tab-companies')
    await press(stage, 'lookup-view')
    await firstRow(stage, 'known-companies')
    await stage.page.locator('.statements[aria-busy=false]').waitFor()
  }),
  ...panel('activity', stage => openTab(stage, 'tab-activity'), true),
  desk('invoices', 'invoices'),
  desk('invoice', 'invoices?show=received', firstOfTable),
  desk('selected', 'invoices?show=sent', async ({ page }) => {
    for (const n of [1, 2, 4]) await page.locator('.table tr[data-id] input[type=checkbox]').nth(n).check()
  }),
  desk('grouped', 'invoices?group=company', async ({ page }) => page.locator('.groups').first().waitFor()),
  desk('nothing', 'invoices?q=nimic+cu+acest+text'),
  desk('ledger', 'invoices', async stage => {
    await press(stage, 'ledger-open')
    await choose(stage, stage.office.ledger)
    await stage.page.getByLabel(stage.t('ledger-company')).waitFor()
  }),
  desk('keys', 'invoices', async ({ page }) => page.keyboard.press('?')),
  desk('messages', 'messages'),
  desk('declarations', 'declarations'),
  desk('uploads', 'uploads'),
  desk('upload', 'uploads', async ({ page }) => {
    await page.locator('.table tr[data-id]:has(.tone-bad)').first().click()
    await page.locator('.desk-detail article, .desk-detail h2').first().waitFor()
  }),
  desk('companies', 'companies'),
  desk('charts', 'charts'),
  {
    name: 'sheet',
    size: PAGE,
    async show(stage) {
      await openDesk(stage, 'invoices?show=received')
      const id = await stage.page.locator('.table tr[data-id]').nth(3).getAttribute('data-id')
      await stage.page.goto(pageUrl(`sheet.html?id=${id}`))
      await stage.page.getByText(stage.t('total-payable'), { exact: true }).first().waitFor()
    },
  },
  { name: 'lookup-card', size: WIDE, show: stage => SCENES.firma(stage) },
  page('settings', 'options.html', { width: 900, height: 1400 }),
  {
    name: 'settings-office',
    size: PAGE,
    async show({ page, t }) {
      await page.goto(pageUrl('options.html'))
      await page.getByLabel(t('office-way-create')).check()
    },
  },
  {
    name: 'doctor',
    size: { width: 900, height: 1400 },
    async show({ page, t }) {
      await page.goto(pageUrl('options.html'))
      await page.getByRole('button', { name: t('doctor-run') }).click()
      await page.getByRole('button', { name: t('doctor-again') }).waitFor()
      await page.getByRole('heading', { name: t('doctor-title') }).scrollIntoViewIfNeeded()
    },
  },
  page('guide', 'welcome.html'),
  page('signed-in', 'signed-in.html'),
  page('certificate', 'certificate.html'),
]
