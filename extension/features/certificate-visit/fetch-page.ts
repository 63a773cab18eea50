import { connectNativeHost } from '../../host/port.ts'

/** A page's address, text and present HTML. */
export type ReadPage = { url: string; text: string; html: string }

/**
 * Fetches the page at a tab's address again, with the browser's cookies and certificate; rejects after `limit`
 * milliseconds. Firefox stops a background that only waits for an answer, unless a native port is open.
 */
export async function fetchPage(address: string, limit: number): Promise<ReadPage> {
  const host = connectNativeHost()
  try {
    await host.hello()
    const init = { credentials: 'include', cache: 'no-store', signal: AbortSignal.timeout(limit) } as const
    const answer = await fetch(address, init)
    const text = await answer.text()
    return { url: answer.url, text, html: text }
  } finally {
    host.close()
  }
}
