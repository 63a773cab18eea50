import { MatchPattern } from 'wxt/utils/match-patterns'
import type { DeclarationStatusPageContent } from '../../../../shared/pages/declaration-status-pages.ts'
import type { PortalPage } from '../../../../shared/pages/portal-pages.ts'

/** A tab's page at this moment. */
export type ShownPage = {
  tabId: number
  url: string
  /** When it began to load, epoch milliseconds. */
  loadedAt: number
}

/** The authority's page in the current tab, judged by its content; the address only says which service it is. */
export type TabPage =
  | { kind: 'portal'; tabId: number; url: string; loadedAt: number; content: PortalPage }
  | { kind: 'declaration-status'; content: DeclarationStatusPageContent }
  | { kind: 'mailbox' }

export type Service = TabPage['kind']

const PATHS: readonly (readonly [RegExp, Service])[] = [
  [/^\/WAS6DUS\//, 'portal'],
  // The gateway's own page, for any service behind it.
  [/^\/my\.policy$/, 'portal'],
  [/^\/StareD112\//, 'declaration-status'],
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
