import type { Runtime } from 'webextension-polyfill'
import { MatchPattern } from 'wxt/utils/match-patterns'

/** Where a message came from: the tab, and the address of its page. */
export type Origin = { tabId: number; url: string }

/** Path of the page that answers a submission; a servlet may append its session (`displayFile.do;jsessionid=…`). */
const ANSWER_PATH = '/WAS6DUS/displayFile.do'

export const isAnswerPage = (address: string): boolean => URL.parse(address)?.pathname.startsWith(ANSWER_PATH) ?? false

/**
 * The portal's page that a message came from; undefined for any other sender. It is judged by the browser's report on the
 * sender (extension, top frame, address), never by what the message says.
 */
export function portalPageOf(
  sender: (Runtime.MessageSender & { origin?: string }) | undefined,
  { ownId, patterns }: { ownId: string; patterns: readonly string[] },
): Origin | undefined {
  const { id, tab, frameId, url, origin } = sender ?? {}
  const page = URL.parse(url ?? '')
  if (id !== ownId || tab?.id === undefined || frameId !== 0 || !page) return undefined
  // Firefox before 126 does not report the origin.
  if (origin !== undefined && origin !== page.origin) return undefined
  return patterns.some(pattern => new MatchPattern(pattern).includes(page.href))
    ? { tabId: tab.id, url: page.href }
    : undefined
}
