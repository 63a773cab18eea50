import type { Page } from 'playwright-core'
import type { Key } from '../../extension/locales/translate.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { pageUrl } from '../../test/browser/support/steps.ts'
import type { Office } from './office.ts'

/** An empty page of the picture's size and language; `t` gives the interface's words. */
export type Stage = { page: Page; office: Office; language: Locale; t: (key: Key) => string }

/** The steps of a picture; they end when everything is on the page. */
export type Scene = (stage: Stage) => Promise<void>

export async function openTab({ page, t }: Stage, tab: Key): Promise<void> {
  await page.goto(pageUrl('sidepanel.html'))
  await page.getByRole('tab', { name: t(tab) }).click()
}

export async function openDesk({ page }: Stage, address: string): Promise<void> {
  await page.goto(pageUrl(`desk.html#${address}`))
  await page.locator('.table tr[data-id], .empty, .groups, figure').first().waitFor()
}

/** A button by its whole name. */
export const press = ({ page, t }: Stage, key: Key): Promise<void> =>
  page
    .getByRole('button', { name: t(key), exact: true })
    .first()
    .click()
