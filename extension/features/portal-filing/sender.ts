import type { Runtime } from 'webextension-polyfill'
import { MatchPattern } from 'wxt/utils/match-patterns'

/** Where something was told: the tab, and the address of its page. */
export type Origin = { tabId: number; url: string }

/** Page that answers a filing; a servlet may write its session behind the path (`displayFile.do;jsessionid=…`). */
const ANSWER_PATH = '/WAS6DUS/displayFile.do'

export const isAnswerPage = (address: string): boolean => URL.parse(address)?.pathname.startsWith(ANSWER_PATH) ?? false

/**
 * The page that a message came from, where that is the portal's: by what the browser says of the sender, its extension, its
 * whole page and that page's address, and never by what the message says. Undefined for anything else.
 */
export function portalPageOf(
  sender: (Runtime.MessageSender & { origin?: string }) | undefined,
  { ownId, patterns }: { ownId: string; patterns: readonly string[] },
): Origin | undefined {
  const { id, tab, frameId, url, origin } = sender ?? {}
  const page = URL.parse(url ?? '')
  if (id !== ownId || tab?.id === undefined || frameId !== 0 || !page) return undefined
  // Firefox before 126 does not tell the origin.
  if (origin !== undefined && origin !== page.origin) return undefined
  return patterns.some(pattern => new MatchPattern(pattern).includes(page.href))
    ? { tabId: tab.id, url: page.href }
    : undefined
}
