import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page as a site sends it. */
export type SitePage = { body: string | Buffer; type?: string; policy?: string }

/** A web site on loopback outside the authority. */
export type WebSite = { url(path: string, host?: string): string; close(): Promise<void> }

/** `pages` makes the pages for the port that the site got; `redirects` maps paths to addresses. */
export async function openWebSite(
  pages: (url: WebSite['url']) => Record<string, SitePage>,
  redirects: Readonly<Record<string, string>> = {},
): Promise<WebSite> {
  const server = createServer((request, response) => {
    const location = redirects[request.url ?? '']
    if (location !== undefined) return response.writeHead(302, { location }).end()
    const page = pages(url)[request.url ?? '']
    if (!page) return response.writeHead(404).end()
    const policy = page.policy === undefined ? {} : { 'content-security-policy': page.policy }
    return response.writeHead(200, { 'content-type': page.type ?? 'text/html;charset=utf-8', ...policy }).end(page.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`
  return {
    url,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
