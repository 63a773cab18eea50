import { readPortalPage } from '../../../shared/pages/portal-pages.ts'
import { seenPage } from '../../browser/seen-page.ts'
import type { ReadPage } from './fetch-page.ts'

/** Runs in the page. The browser shows JSON in a `pre`, beside elements of its own. */
export function readThisPage(): ReadPage {
  const { textContent } = document.querySelector('body > pre') ?? document.documentElement
  return { url: location.href, text: textContent ?? '', portal: readPortalPage(seenPage(document)).kind }
}
