/** How a request to the callback has come about, as the browser tells it. */
export type Arrival = {
  /** Address whose answer redirected to it; undefined where it was no redirect that we may see. */
  redirectedBy: string | undefined
  /** Origin of the page that began the navigation; undefined where no page did, or none that the browser names. */
  initiator: string | undefined
}

/** Redirects that are remembered until their request comes, which is at once. */
const MOST = 20

/** Remembers which answer redirected a request, by the browser's id of it, until that request is at its next address. */
export function createRedirects() {
  const sources = new Map<string, { from: string; to: string }>()
  return {
    /** An answer redirects a request. */
    seen(requestId: string, from: string, to: string): void {
      sources.delete(requestId)
      sources.set(requestId, { from, to })
      const [oldest] = sources.keys()
      if (sources.size > MOST && oldest !== undefined) sources.delete(oldest)
    },
    /** The address that redirected the request to where it is now. */
    sourceOf(requestId: string, url: string): string | undefined {
      const last = sources.get(requestId)
      sources.delete(requestId)
      return last?.to === url ? last.from : undefined
    },
  }
}

/** Host of a page that is neither the authority's, nor ours, nor the browser's own; null for those. */
export function strangeHost(address: string, isWatched: (address: string) => boolean): string | null {
  const url = URL.parse(address)
  if (!url || !/^(https?|ftp|data|blob|file|filesystem):$/.test(url.protocol) || isWatched(address)) return null
  return url.hostname || url.protocol.slice(0, -1)
}
