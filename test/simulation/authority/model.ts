import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { zipSync } from 'fflate'
import type { TransportRequest } from '../../../native-host/authority/wire/transports/transport.ts'
import type { Issued } from '../../authority/certificates.ts'
import type { Clock } from '../../authority/clock.ts'
import { buyerMessageXml, errorsXml } from '../../authority/documents/headers.ts'
import { invoiceXml } from '../../authority/documents/invoice.ts'
import type { Zips } from '../../authority/documents/zips.ts'
import { type Pace, SEEN_HABITS } from '../../authority/efactura/context.ts'
import { createDailyLimit, DOCUMENTED_LIMITS } from '../../authority/efactura/limits.ts'
import { createApiSite } from '../../authority/efactura/site.ts'
import { type Answer, type Exchange, json, type Site } from '../../authority/http.ts'
import { token } from '../../authority/login/oauth.ts'
import type { Tokens } from '../../authority/login/tokens.ts'
import { endpoints, HOSTS } from '../../authority/profile.ts'
import { createWorld, type Message, type Upload, type World } from '../../authority/world/world.ts'
import { createPlainTokens } from './tokens.ts'

export const CLIENT = { id: 'simulated-client', secret: 'simulated-secret', callback: 'https://localhost:9/callback' }
/** Who signs in. */
export const SERIAL = '1234AA456'

/** The authority without its sockets: the services of `test/authority`, asked directly. */
export type AuthorityModel = {
  readonly world: World
  readonly tokens: Tokens
  readonly pace: Pace
  zipOf(message: Message): Buffer
  /** `reset` as the services do it. */
  answer(request: TransportRequest): Promise<Answer>
}

export function createAuthorityModel(now: () => number, monotonic: () => number): AuthorityModel {
  const clock: Clock = { now, advance: () => undefined, set: () => undefined }
  const world = createWorld({ now })
  world.enrol(SERIAL, 'all')
  const tokens = createPlainTokens(now, SERIAL)
  const zips = createPlainZips()
  const pace: Pace = { processingMs: 2000, indexingMs: 3000 }
  const context = {
    ...{ world, clock, zips, pace, limits: DOCUMENTED_LIMITS, habits: SEEN_HABITS, daily: createDailyLimit(clock) },
    // Only the check of a signature needs the ministry's key, and nobody asks for that here.
    ministry: undefined as unknown as Issued,
  }
  const application = { clientId: CLIENT.id, clientSecret: CLIENT.secret, redirectUris: [CLIENT.callback] }
  const login: Site = { handle: exchange => token(exchange, { application, tokens, world }) }
  const sites: Readonly<Record<string, Site>> = {
    [HOSTS.api]: createApiSite({ context, tokens, monotonic }),
    [HOSTS.login]: login,
  }
  return {
    world,
    tokens,
    pace,
    zipOf: zips.of,
    async answer(request) {
      const exchange = exchangeOf(request)
      const site = sites[exchange.host]
      if (!site) return json({ error: 'no such host' }, 404)
      return site.admit?.(exchange) ?? site.handle(exchange)
    },
  }
}

/** The profile that names this authority; no socket is ever opened to it. */
export const PROFILE = {
  environment: 'test',
  ...endpoints(443),
  clientId: CLIENT.id,
  redirectUri: CLIENT.callback,
  requestsPerMinute: DOCUMENTED_LIMITS.requestsPerMinute,
}

function exchangeOf({ method, url, headers, body = '' }: TransportRequest): Exchange {
  const { hostname, pathname, search, searchParams } = new URL(url)
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    ...{ host: hostname, method, path: pathname, target: pathname + search, query: searchParams },
    headers: lower as IncomingHttpHeaders,
    body: Buffer.from(body),
    // Nothing here asks for the certificate of a connection.
    socket: undefined as unknown as TLSSocket,
  }
}

/** ZIPs as `descarcare` gives them, but for the signature, which nobody verifies here and which takes long to make. */
function createPlainZips(): Zips {
  const kept = new Map<string, Buffer>()
  const of = (message: Message): Buffer => {
    const known = kept.get(message.id) ?? build(message)
    kept.set(message.id, known)
    return known
  }
  return { of, sha256Of: message => createHash('sha256').update(of(message)).digest('hex') }
}

function build({ upload }: Message): Buffer {
  const files = {
    [`${upload.uploadIndex}.xml`]: contentOf(upload),
    [`semnatura_${upload.uploadIndex}.xml`]: Buffer.from(`<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>`),
  }
  return Buffer.from(zipSync(files, { level: 0, mtime: '2026-02-03' }))
}

function contentOf(upload: Upload): Buffer {
  if (upload.outcome === 'nok') return Buffer.from(errorsXml(upload))
  if (upload.file) return upload.file.content
  return Buffer.from(upload.document === 'buyer-message' ? buyerMessageXml(upload) : invoiceXml(upload).written)
}
