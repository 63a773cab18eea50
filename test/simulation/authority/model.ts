import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { zipSync } from 'fflate'
import type { TransportRequest } from '../../../native-host/authority/wire/transports/transport.ts'
import type { SessionCookie, SessionService } from '../../../shared/protocol/session.ts'
import type { Issued } from '../../authority/certificates.ts'
import type { Clock } from '../../authority/clock.ts'
import { buyerMessageXml, errorsXml } from '../../authority/documents/headers.ts'
import { invoiceXml } from '../../authority/documents/invoice.ts'
import type { Zips } from '../../authority/documents/zips.ts'
import { type Pace, SEEN_HABITS } from '../../authority/efactura/context.ts'
import { createDailyLimit, DOCUMENTED_LIMITS } from '../../authority/efactura/limits.ts'
import { createPublicSite } from '../../authority/efactura/public.ts'
import { createApiSite } from '../../authority/efactura/site.ts'
import { type Answer, type Exchange, json, type Site } from '../../authority/http.ts'
import { token } from '../../authority/login/oauth.ts'
import { createSessions, type Sessions } from '../../authority/login/sessions.ts'
import type { Tokens } from '../../authority/login/tokens.ts'
import { createRegister, type DeclarationRegister } from '../../authority/portal/register.ts'
import { createPortalSite } from '../../authority/portal/site.ts'
import { createStatusSite } from '../../authority/portal/status-site.ts'
import { endpoints, HOSTS } from '../../authority/profile.ts'
import { createRegisterData, type RegisterData } from '../../authority/registers/registers.ts'
import { createRegisterServices } from '../../authority/registers/site.ts'
import { createMailbox, type Mailbox } from '../../authority/spv/mailbox.ts'
import { createSpvSite } from '../../authority/spv/site.ts'
import { createWorld, type Message, type Upload, type World } from '../../authority/world/world.ts'
import { createPlainTokens } from './tokens.ts'

export const CLIENT = { id: 'simulated-client', secret: 'simulated-secret', callback: 'https://localhost:9/callback' }
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The person who signs in. */
export const SERIAL = '1234AA456'

/** The authority without its sockets: the services of `test/authority`, asked directly. */
export type AuthorityModel = {
  readonly world: World
  readonly tokens: Tokens
  readonly pace: Pace
  readonly mailbox: Mailbox
  readonly declarations: DeclarationRegister
  readonly registers: RegisterData
  /** The cookies of a browser in which the person has shown the certificate. */
  signIn(service: SessionService): SessionCookie[]
  zipOf(message: Message): Buffer
  /** Whether the message may have left the lists by now, 60 days after it came. */
  mayHaveLeft(message: Message): boolean
  /** `reset` as the services do it. */
  answer(request: TransportRequest): Promise<Answer>
}

type ModelOptions = {
  /** Epoch ms of the authority's clock. */
  now: () => number
  /** Time that no clock change moves, ms. */
  monotonic: () => number
  /** The CA whose certificates the gateways accept. */
  caPem: string
}

export function createAuthorityModel({ now, monotonic, caPem }: ModelOptions): AuthorityModel {
  const clock: Clock = { now, advance: () => undefined, set: () => undefined }
  const world = createWorld({ now })
  world.enrol(SERIAL, 'all')
  const tokens = createPlainTokens(now, SERIAL)
  const zips = createPlainZips()
  const pace: Pace = { processingMs: 2000, indexingMs: 3000 }
  const context = {
    ...{ world, clock, zips, pace, limits: DOCUMENTED_LIMITS, habits: SEEN_HABITS, daily: createDailyLimit(clock) },
    // Only signature checks need the ministry's key, and nobody requests one here.
    ministry: undefined as unknown as Issued,
  }
  const application = { clientId: CLIENT.id, clientSecret: CLIENT.secret, redirectUris: [CLIENT.callback] }
  const login: Site = { handle: exchange => token(exchange, { application, tokens, world }) }
  const mailbox = createMailbox(clock)
  const declarations = createRegister(clock, message => mailbox.add(message))
  const sessions = { spv: createSessions(clock), portal: createSessions(clock, () => declarations.habits.inactivityMs) }
  const data = createRegisterData(world)
  const requestsPerSecond = DOCUMENTED_LIMITS.publicRequestsPerSecond
  const sites: Readonly<Record<string, Site>> = {
    [HOSTS.api]: createApiSite({ context, tokens, monotonic }),
    [HOSTS.login]: login,
    [HOSTS.spv]: createSpvSite({ sessions: sessions.spv, caPem, context: { mailbox, world, clock } }),
    [HOSTS.portal]: createPortalSite({ sessions: sessions.portal, register: declarations, clock, caPem }),
    [HOSTS.status]: createStatusSite({ register: declarations, clock }),
    [HOSTS.public]: createPublicSite(context, createRegisterServices({ data, clock, requestsPerSecond, monotonic })),
  }
  return {
    world,
    tokens,
    mailbox,
    declarations,
    registers: data,
    pace,
    signIn: service => signIn(service, sessions[service]),
    zipOf: zips.of,
    mayHaveLeft: ({ indexedAt }) => now() - indexedAt > 60 * DAY - HOUR,
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
    // Each has its own connection, and nothing asks for its certificate.
    socket: {} as TLSSocket,
  }
}

function signIn(service: SessionService, sessions: Sessions): SessionCookie[] {
  const { session, cookies } = sessions.start('/')
  session.certificateSerial = SERIAL
  const { hostname } = new URL(service === 'spv' ? PROFILE.spvUrl : PROFILE.portalUrl)
  return cookies.map(cookie => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return { name, value, domain: hostname, path: '/', secure: true, httpOnly: false, expires: null }
  })
}

/** ZIPs as `descarcare` returns them, without the signature, which nobody verifies here and which is slow to make. */
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
