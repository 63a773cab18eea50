import { constants } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import tls, { type TLSSocket } from 'node:tls'
import type { Issued } from './certificates.ts'
import type { Clock } from './clock.ts'
import { alter, type Effect, type Faults, halfLength, replacement } from './faults.ts'
import type { Answer, Exchange, Site } from './http.ts'
import {
  describeAuthorization,
  describeCookies,
  describeForm,
  describeSetCookies,
  type JournalEntry,
  type JournalWriter,
  sha256,
} from './journal.ts'
import { notFoundPage } from './pages.ts'

/** An upload may be 10 MB, and a signature check carries two files; a larger body is not read to its end. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

// Each sign-in renegotiates, and Node would end the connection at the fourth within ten minutes.
Object.assign(tls, { CLIENT_RENEG_LIMIT: 1_000_000 })

export type ServerOptions = {
  port: number
  certificate: Issued
  caPem: string
  /** Whether each handshake asks for the client's certificate, as the certificate host does. */
  asksAtConnect?: boolean
  /** By the name in the Host header. */
  sites: Readonly<Record<string, Site>>
  /** Hosts whose requests skip the journal, delays and faults. */
  unwatched: readonly string[]
  clock: Clock
  faults: Faults
  journal: JournalWriter
  /** Milliseconds by which these hosts delay each answer. */
  answerDelayMs: Readonly<Record<string, number>>
  applyThen: (effect: Extract<Effect, { kind: 'then' }>) => void
}

export type Server = { readonly port: number; close(): Promise<void> }

/** One TLS port on loopback, TLS 1.2 and HTTP/1.1 at most, like the gateway. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const stopping = new AbortController()
  const sockets = new Map<number, Socket>()
  const connections = new WeakMap<Socket, number>()
  let connected = 0
  const server = createServer(
    {
      key: options.certificate.privateKeyPem,
      cert: options.certificate.certificatePem,
      // Tells browsers which issuers' certificates are acceptable.
      ca: options.caPem,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      requestCert: options.asksAtConnect ?? false,
      // Each site judges the certificate itself.
      rejectUnauthorized: false,
      // Otherwise a client's renegotiation resumes its session without the certificate request. A host that asks at
      // connect may not resume at all: then each connection needs the token.
      secureOptions:
        constants.SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION |
        (options.asksAtConnect ? constants.SSL_OP_NO_TICKET : 0),
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      // A TLS socket can neither be reset nor end silently; the one below it can.
      const socket = sockets.get(request.socket.remotePort ?? 0)
      const below = {
        reset: () => socket?.resetAndDestroy(),
        drop: () => socket?.destroy(),
        connection: (socket && connections.get(socket)) ?? 0,
      }
      serve(options, request, response, below, stopping.signal).catch(error => {
        response.destroy()
        if (!stopping.signal.aborted) console.error('authority:', error)
      })
    },
  )
  // Includes half-open and refused handshakes: `connection` comes before TLS.
  server.on('connection', socket => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    connected += 1
    connections.set(socket, connected)
    socket.on('close', () => {
      // After a reset the port may already belong to another connection.
      if (sockets.get(remotePort) === socket) sockets.delete(remotePort)
    })
  })
  // A client that does not trust the CA, or a browser that drops a connection: not the server's concern.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.on('secureConnection', socket => socket.on('error', () => socket.destroy()))
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      stopping.abort()
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets.values()) socket.destroy()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The connection below TLS: its number, and ways to end it that TLS knows nothing about. */
type Below = { reset: () => void; drop: () => void; connection: number }

async function serve(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { reset, drop, connection }: Below,
  stop: AbortSignal,
): Promise<void> {
  const { clock, faults, journal } = options
  const socket = request.socket as TLSSocket
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const watched = !options.unwatched.includes(host)
  const described = { ...describe(request, host, clock), connection }
  const entry = watched ? journal.open(described) : { n: 0, ...described }
  const changed = () => {
    if (watched) journal.changed(entry)
  }
  response.on('close', () => {
    entry.completed ||= response.writableFinished
    entry.endedAt = Date.now()
    changed()
  })

  const target = request.url ?? '/'
  const url = new URL(target, `https://${host}`)
  const asked = { host, method: request.method ?? 'GET', path: url.pathname, target, query: url.searchParams }
  const effect = watched ? faults.take(asked) : undefined
  entry.fault = effect?.kind
  const cutAt = effect?.kind === 'reset-in-request' ? (effect.bytes ?? 1) : undefined
  const body = await readBody(request, cutAt ?? MAX_BODY_BYTES)
  if (cutAt !== undefined) return reset()
  if (body === undefined) return void response.destroy()
  entry.requestBytes = body.length
  entry.requestSha256 = body.length > 0 ? sha256(body) : null
  entry.form = describeForm(request.headers['content-type'], body)
  const exchange: Exchange = { ...asked, headers: request.headers, body, socket }

  const site = options.sites[host]
  const refused = site?.admit?.(exchange)
  const answer = refused ?? (await answerOf(site, exchange, effect, socket, clock.now()))
  entry.clientCertificatePresented ||= hasCertificate(socket)

  const wait = (options.answerDelayMs[host] ?? 0) + (effect?.kind === 'delay' ? effect.ms : 0)
  if (wait > 0) await delay(wait, undefined, { signal: stop })
  if (effect?.kind === 'hold') await Promise.race([effect.until, once(stop, 'abort')])
  if (answer === 'hang') return void changed()
  if (answer === 'reset') return reset()
  entry.status = answer.status
  entry.setCookies = describeSetCookies(answer.headers['Set-Cookie'])
  entry.responseBytes = answer.body.length
  entry.responseSha256 = sha256(answer.body)
  if (effect?.kind === 'then') options.applyThen(effect)
  const isUntilClose = effect?.kind === 'cut-page' || (effect?.kind === 'cut' && effect.ends === 'with-connection')
  const length = answer.chunked || isUntilClose ? {} : { 'Content-Length': String(answer.body.length) }
  const head = { ...answer.headers, Date: new Date(clock.now()).toUTCString(), ...length }
  if (effect?.kind === 'trickle') await trickle(socket, answer.status, head, answer.body, effect, stop)
  else if (effect?.kind === 'no-close-notify') {
    await writeWithoutNotify(socket, answer.status, head, answer.body, effect)
    entry.completed = effect.bytes === undefined
    drop()
  } else if (answer.http10 || isUntilClose)
    entry.completed = await writeHttp10(response, answer.status, head, answer.body)
  else await write(response, answer.status, head, answer.body, effect, reset)
}

/** The answer, with the fault's changes to it. */
async function answerOf(
  site: Site | undefined,
  exchange: Exchange,
  effect: Effect | undefined,
  socket: TLSSocket,
  now: number,
): Promise<Answer | 'hang'> {
  const handle = async () => (site ? await site.handle(exchange) : notFoundPage())
  if (effect === undefined) return handle()
  if (effect.kind === 'hang' || effect.kind === 'reset') {
    if (effect.handled) await handle()
    if (effect.kind === 'reset' || socket.destroyed) return 'reset'
    return 'hang'
  }
  const instead = replacement(effect, now)
  if (instead && 'handled' in effect && effect.handled) await handle()
  if (instead) return instead
  const answer = await handle()
  return answer === 'reset' ? answer : alter(effect, answer)
}

type Head = Readonly<Record<string, string | readonly string[]>>

async function write(
  response: ServerResponse,
  status: number,
  head: Head,
  body: Buffer,
  effect: Effect | undefined,
  reset: () => void,
): Promise<void> {
  response.sendDate = false
  response.writeHead(status, head as Record<string, string | string[]>)
  if (effect?.kind !== 'truncate' && effect?.kind !== 'reset-in-body' && effect?.kind !== 'stall') {
    // Without a length in the head these are chunks: two, so that neither is the whole body.
    if (!head['Content-Length']) response.write(body.subarray(0, 1))
    return void response.end(head['Content-Length'] ? body : body.subarray(1))
  }
  const part = body.subarray(0, effect.bytes ?? halfLength(body))
  await new Promise<void>(resolve => response.write(part, () => resolve()))
  if (effect.kind === 'reset-in-body') reset()
  else if (effect.kind === 'truncate') response.socket?.end()
}

/** Until the client goes away or the authority ends. */
async function trickle(
  socket: TLSSocket,
  status: number,
  head: Head,
  body: Buffer,
  { everyMs, from }: Extract<Effect, { kind: 'trickle' }>,
  stop: AbortSignal,
): Promise<void> {
  const start = http10Head(status, head)
  const answer = Buffer.concat([start, body])
  const atOnce = from === 'body' ? start.length : 0
  if (atOnce > 0) socket.write(start)
  for (let at = atOnce; at < answer.length && !socket.destroyed; at++) {
    socket.write(answer.subarray(at, at + 1))
    await delay(everyMs, undefined, { signal: stop })
  }
  socket.end()
}

/** The gateway's own answers: HTTP/1.0, and the connection ends with the body. */
async function writeHttp10(response: ServerResponse, status: number, head: Head, body: Buffer): Promise<boolean> {
  const socket = response.socket
  if (!socket) return false
  const finished = once(socket, 'finish')
  socket.end(Buffer.concat([http10Head(status, head), body]))
  await finished
  return true
}

async function writeWithoutNotify(
  socket: TLSSocket,
  status: number,
  { 'Content-Length': length, ...head }: Head,
  body: Buffer,
  { bytes, withoutLength }: Extract<Effect, { kind: 'no-close-notify' }>,
): Promise<void> {
  const whole = withoutLength || length === undefined ? head : { ...head, 'Content-Length': length }
  await new Promise<void>(resolve => {
    socket.write(Buffer.concat([http10Head(status, whole), body.subarray(0, bytes)]), () => resolve())
  })
}

function http10Head(status: number, head: Head): Buffer {
  const lines = Object.entries({ ...head, Connection: 'close' }).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map(one => `${name}: ${one}`),
  )
  return Buffer.from([`HTTP/1.0 ${status} ${status === 302 ? 'Found' : 'OK'}`, ...lines, '', ''].join('\r\n'), 'latin1')
}

/** Undefined above `most` bytes, or when the client disconnects. */
async function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The caller ends the connection: a reset must find it open.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined // the client disconnected in the middle of its request
  }
  return Buffer.concat(chunks)
}

function describe(request: IncomingMessage, host: string, clock: Clock): Omit<JournalEntry, 'n' | 'connection'> {
  const url = new URL(request.url ?? '/', `https://${host || 'localhost'}`)
  return {
    at: Date.now(),
    authorityTime: clock.now(),
    host,
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    target: request.url ?? '/',
    headerNames: request.rawHeaders.filter((_, index) => index % 2 === 0).map(name => name.toLowerCase()),
    contentType: request.headers['content-type'],
    authorization: describeAuthorization(request.headers.authorization),
    cookies: describeCookies(request.headers.cookie),
    form: undefined,
    requestBytes: 0,
    requestSha256: null,
    clientCertificatePresented: hasCertificate(request.socket as TLSSocket),
    fault: undefined,
    status: null,
    setCookies: {},
    responseBytes: 0,
    responseSha256: null,
    completed: false,
    endedAt: null,
  }
}

function hasCertificate(socket: TLSSocket): boolean {
  return !socket.destroyed && Object.keys(socket.getPeerCertificate() ?? {}).length > 0
}
