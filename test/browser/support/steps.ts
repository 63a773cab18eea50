import type { BrowserContext, Page } from 'playwright-core'
import { CHROME_EXTENSION_ID } from '../../../shared/domain/product.ts'
import type { ExpectedCompany } from '../../authority/control.ts'
import { waitFor } from '../../support/wait-for.ts'
import { backgroundOf, browserOf, openTab } from './chromium/chromium.ts'
import { attachSidePanel, type SidePanel } from './chromium/side-panel.ts'

/** Steps of a person in the extension, which speaks English here; for tests and demo. */

export const pageUrl = (page: string): string => `chrome-extension://${CHROME_EXTENSION_ID}/${page}`

export const openPage = (context: BrowserContext, path: string): Promise<Page> => openTab(context, pageUrl(path))

/** Opens a path as a new page of the tab: with another fragment alone the old rows stay until the new ones come. */
export async function openAnew(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(pageUrl(path))
}

/** Waits until a page has been drawn and has finished loading. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('#root > *').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'detached' })
}

/** Enters the client secret on the settings page; the rest comes from the profile. */
export async function enterClientSecret(context: BrowserContext, secret: string): Promise<void> {
  const settings = await openPage(context, 'options.html')
  await settings.getByLabel('Client secret').fill(secret)
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await settings.getByText('The settings were saved.').waitFor()
  await settings.close()
}

/** The tab that a click opens. Both are awaited together, so a failed click leaves no unhandled rejection. */
export async function tabOpenedBy(context: BrowserContext, click: () => Promise<unknown>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), click()])
  return tab
}

/** Waits until the extension has closed a tab. */
export async function tabClosed(tab: Page, timeout?: number): Promise<void> {
  if (!tab.isClosed()) await tab.waitForEvent('close', timeout === undefined ? {} : { timeout })
}

/** Clicks the single “Sign in” in the popup; returns the tab that the extension opens. */
export async function beginSignIn(context: BrowserContext): Promise<Page> {
  const popup = await openPage(context, 'popup.html')
  const tab = await tabOpenedBy(context, () => popup.getByRole('button', { name: /^Sign in( again)?$/ }).click())
  await popup.close()
  return tab
}

/** Waits until the sign-in's tab has become the extension's own page. */
export async function ended(tab: Page, timeout?: number): Promise<void> {
  // Not waitForURL: it gives up when the callback's connection is refused, although the tab leaves it at once.
  await waitFor('the sign-in ends on a page of the extension', () => tab.url() === pageUrl('signed-in.html'), timeout)
}

/** Waits until the sign-in's tab has become the extension's own page and reports success. */
export async function signedIn(tab: Page, timeout?: number): Promise<void> {
  await ended(tab, timeout)
  await tab.getByRole('heading', { name: /^You are signed in/ }).waitFor()
}

/** Opens the side panel from the sign-in's page. */
export async function openSidePanel(context: BrowserContext, tab: Page): Promise<SidePanel> {
  await tab.getByRole('button', { name: /^(Add companies|Open the panel)$/ }).click()
  return attachSidePanel(browserOf(context))
}

/** The panel, in Chromium or in Firefox. */
export type PanelView = Pick<SidePanel, 'click' | 'fill' | 'shows' | 'evaluate'>

/** Adds companies in the side panel, one after the other. */
export async function addCompanies(panel: PanelView, cuis: readonly string[]): Promise<void> {
  await panel.click('Companies')
  for (const cui of cuis) {
    await panel.fill("The company's CUI", cui)
    await panel.click('Add company')
    await panel.shows(`The company ${cui} was added. You have SPV rights for it.`)
  }
}

/** Number of documents among list entries: the two entries of a self-billed invoice share an upload index. */
export const documentsIn = (messages: readonly { uploadIndex: string }[]): number =>
  new Set(messages.map(({ uploadIndex }) => uploadIndex)).size

/** Clicks “Sync now” and waits until the companies' rows show that everything is archived and synced. */
export async function syncAll(panel: PanelView, companies: readonly ExpectedCompany[]): Promise<void> {
  await panel.click('Sync now')
  const wanted = companies.map(({ messages }) => String(documentsIn(messages))).sort()
  await waitFor(
    `the rows say that ${wanted.join(' and ')} are archived and synced`,
    async () => {
      const shown = await panel.evaluate<string>('document.body.innerText')
      const rows = [...shown.matchAll(/(\d+) archived · synced/g)].map(([, count = '']) => count)
      return rows.sort().join() === wanted.join()
    },
    120_000,
  )
}

/** Waits for the extension's entry in the browser's context menu, which a new extension adds after its start. */
export async function menuIsThere(context: BrowserContext): Promise<void> {
  const worker = await backgroundOf(context)
  await waitFor('the extension has its entry in the context menu', () =>
    worker.evaluate<boolean>(`chrome.contextMenus.update('lookup', {}).then(() => true, () => false)`),
  )
}
