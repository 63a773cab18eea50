import { type PortalPage, readPortalPage } from '../../../shared/pages/portal-pages.ts'
import { seenPage } from '../../browser/seen-page.ts'

/**
 * A page's address and text, and which page of the declaration portal it is, if it is one. `text` is null if the browser lets
 * no script into the page.
 */
export type ReadPage = { url: string; text: string | null; portal: PortalPage['kind'] }

/** Runs in the page. The browser shows JSON in a `pre`, beside elements of its own. */
export function readThisPage(): ReadPage {
  const { textContent } = document.querySelector('body > pre') ?? document.documentElement
  return { url: location.href, text: textContent ?? '', portal: readPortalPage(seenPage(document)).kind }
}
