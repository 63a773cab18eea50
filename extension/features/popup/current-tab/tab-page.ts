import { MatchPattern } from 'wxt/utils/match-patterns'
import {
  type DeclarationStatusPageContent,
  readDeclarationStatusPage,
} from '../../../../shared/pages/declaration-status-pages.ts'
import { type PortalPage, readPortalPage } from '../../../../shared/pages/portal-pages.ts'

/** A tab's page at this moment. */
export type ShownPage = {
  tabId: number
  url: string
  html: string
  /** When it began to load, epoch milliseconds. */
  loadedAt: number
}

/** The authority's page in the current tab, judged by its content; the address only says which service it is. */
export type TabPage =
  | { kind: 'portal'; tabId: number; url: string; loadedAt: number; content: PortalPage }
  | { kind: 'filing-status'; content: DeclarationStatusPageContent }
  | { kind: 'mailbox' }

type Service = TabPage['kind']

const PATHS: readonly (readonly [RegExp, Service])[] = [
  [/^\/WAS6DUS\//, 'portal'],
  // The gateway's own page, for any service behind it.
  [/^\/my\.policy$/, 'portal'],
  [/^\/StareD112\//, 'filing-status'],
  [/^\/SPVWS2\//, 'mailbox'],
]

/**
 * The authority's service at an address, on the hosts of the manifest; undefined for any other page, which is not read.
 */
export function serviceAt(address: string | undefined, hostPermissions: readonly string[]): Service | undefined {
  const url = URL.parse(address ?? '')
  if (!url || !hostPermissions.some(pattern => new MatchPattern(pattern).includes(url.href))) return undefined
  return PATHS.find(([path]) => path.test(url.pathname))?.[1]
}

/** Judges a page of a service; undefined for the gateway's page of another service. */
export function judgeTabPage(service: Service, { tabId, url, html, loadedAt }: ShownPage): TabPage | undefined {
  switch (service) {
    case 'portal': {
      const content = readPortalPage(html, 'tab')
      const isGateway = new URL(url).pathname === '/my.policy'
      if (isGateway && content.kind !== 'logon') return undefined
      return { kind: 'portal', tabId, url, loadedAt, content }
    }
    case 'filing-status':
      return { kind: 'filing-status', content: readDeclarationStatusPage(html, 'tab') }
    case 'mailbox':
      return { kind: 'mailbox' }
  }
}
