import type { PortalPage } from '../../../shared/pages/portal-pages.ts'
import { connectNativeHost } from '../../host/port.ts'
import { withHost } from '../../host/with-host.ts'

/** A page's address and text, and which page of the declaration portal it is, if it is one. */
export type ReadPage = { url: string; text: string; portal: PortalPage['kind'] }

/**
 * Fetches the page at a tab's address again, with the browser's cookies and certificate; rejects after `limit`
 * milliseconds. Firefox stops a background that only waits for an answer, unless a native port is open.
 */
export function fetchPage(address: string, limit: number): Promise<ReadPage> {
  return withHost(connectNativeHost, async host => {
    await host.hello()
    const init = { credentials: 'include', cache: 'no-store', signal: AbortSignal.timeout(limit) } as const
    const answer = await fetch(address, init)
    const text = await answer.text()
    return { url: answer.url, text, portal: 'unknown' } // the portal has no pages that a script may not enter
  })
}
