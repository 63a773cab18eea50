/** How a request to the callback came about, as the browser reports it. */
export type Arrival = {
  /** Address whose answer redirected to the callback; undefined when no visible redirect did. */
  redirectedBy: string | undefined
  /** Origin of the page that began the navigation; undefined when the browser names none. */
  initiator: string | undefined
}

/** Most redirects to remember; their requests follow at once. */
const MOST = 20

/** Remembers by request id which answer redirected a request, until the request reaches its next address. */
export function createRedirects() {
  const sources = new Map<string, { from: string; to: string }>()
  return {
    /** Records that an answer redirects a request. */
    seen(requestId: string, from: string, to: string): void {
      sources.delete(requestId)
      sources.set(requestId, { from, to })
      const [oldest] = sources.keys()
      if (sources.size > MOST && oldest !== undefined) sources.delete(oldest)
    },
    /** The address that redirected the request to its present one. */
    sourceOf(requestId: string, url: string): string | undefined {
      const last = sources.get(requestId)
      sources.delete(requestId)
      return last?.to === url ? last.from : undefined
    },
  }
}

/** Host of a foreign page; null for pages of the authority, of the extension and of the browser. */
export function strangeHost(address: string, isWatched: (address: string) => boolean): string | null {
  const url = URL.parse(address)
  if (!url || !/^(https?|ftp|data|blob|file|filesystem):$/.test(url.protocol) || isWatched(address)) return null
  return url.hostname || url.protocol.slice(0, -1)
}
