import browser from 'webextension-polyfill'

/** The rule's id among the session rules of the browser. */
const RULE = 1

/** Chromium's rules for requests, which the common API does not have. */
type Rules = { updateSessionRules(change: { removeRuleIds: number[]; addRules: object[] }): Promise<void> }
declare const chrome: { declarativeNetRequest?: Rules } | undefined

/**
 * Gives each of our POSTs to a host its own connection; false if this browser cannot. On a connection that served
 * another request before, a browser sends a POST again by itself when the connection breaks before an answer: the document
 * would be filed twice (E-05, docs/certificate-mode.md). With `Connection: close`, and apart from the reads
 * (`credentials: 'omit'` has connections of its own in Chromium, and shows no certificate in Firefox), none is used twice.
 * `Origin` is removed: it would name an extension.
 */
export async function ownConnections(hostname: string): Promise<boolean> {
  const rules = typeof chrome === 'undefined' ? undefined : chrome.declarativeNetRequest
  if (import.meta.env.FIREFOX || !rules) return false
  await rules.updateSessionRules({
    removeRuleIds: [RULE],
    addRules: [
      {
        id: RULE,
        action: {
          type: 'modifyHeaders',
          requestHeaders: [
            { header: 'connection', operation: 'set', value: 'close' },
            { header: 'origin', operation: 'remove' },
          ],
        },
        condition: {
          requestDomains: [hostname],
          initiatorDomains: [browser.runtime.id],
          requestMethods: ['post'],
        },
      },
    ],
  })
  return true
}
