import browser from 'webextension-polyfill'

/** The browser's time limit for naming the error of an already failed call, ms. */
const NAMING = 1000

/** Watches for the browser's own name of a call's error, which `fetch` does not give. End it with `stop`. */
export function watchError(address: string) {
  /** To be fetched: its fragment stays here, and tells this call from any other to the address, of ours or of a page. */
  const url = `${address}#${crypto.randomUUID()}`
  const named = Promise.withResolvers<string>()
  const listener = (details: { url: string; error: string }) => {
    // Firefox's sentence ends with a full stop, and is quoted inside one of ours.
    if (details.url === url) named.resolve(details.error.replace(/\.$/, ''))
  }
  const { hostname } = new URL(url)
  browser.webRequest.onErrorOccurred.addListener(listener, { urls: [`https://${hostname}/*`] })
  return {
    url,
    /** The error's name; the words of `fetch` if the browser gives none. */
    async name(error: unknown): Promise<string> {
      const words = error instanceof Error ? error.message : String(error)
      return Promise.race([named.promise, new Promise<string>(late => setTimeout(() => late(words), NAMING))])
    },
    stop: () => browser.webRequest.onErrorOccurred.removeListener(listener),
  }
}
