import { readDeclarationStatusPage } from '../../../../shared/pages/declaration-status-pages.ts'
import type { SeenPage } from '../../../../shared/pages/page-end.ts'
import { readPortalPage } from '../../../../shared/pages/portal-pages.ts'
import { seenPage } from '../../../browser/seen-page.ts'
import type { Service, ShownPage, TabPage } from './tab-page.ts'

/** The same for the text of a page. */
export const judgeTabText = (service: Service, shown: ShownPage, html: string): TabPage | undefined =>
  judgeTabPage(service, shown, seenPage(new DOMParser().parseFromString(html, 'text/html')))

/** Judges a page of a service; undefined for the gateway's page of another service. */
export function judgeTabPage(
  service: Service,
  { tabId, url, loadedAt }: ShownPage,
  page: SeenPage,
): TabPage | undefined {
  switch (service) {
    case 'portal': {
      const content = readPortalPage(page)
      const isGateway = new URL(url).pathname === '/my.policy'
      if (isGateway && content.kind !== 'logon') return undefined
      return { kind: 'portal', tabId, url, loadedAt, content }
    }
    case 'declaration-status':
      return { kind: 'declaration-status', content: readDeclarationStatusPage(page) }
    case 'mailbox':
      return { kind: 'mailbox' }
  }
}
