import { type LookupOptions, lookup } from 'node:dns'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, buildConnector, Client, type Dispatcher, errors } from 'undici'
import { ANSWER_TIMEOUT } from './transport.ts'

/** Most connections at once to one host: enough for the request limit when answers take several seconds. */
const CONNECTIONS = 100
/** Milliseconds. Services may answer slowly, but a connection opens at once or never. */
const CONNECT_TIMEOUT = 15_000

export type Connections = {
  reused: Dispatcher
  /** Each connection serves one request, so a reset is the server's answer, not the end of an idle connection. */
  fresh: Dispatcher
  /**
   * Runs `work` with a fresh connection whose first byte leaves once `ready` resolves, after the handshake however long
   * that takes. An error from `ready` fails the request.
   */
  alone<T>(origin: string, ready: () => Promise<void>, work: (connection: Dispatcher) => Promise<T>): Promise<T>
  /** Connects and disconnects without a request. Rejects as a request would. */
  touch(origin: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/**
 * Connections to the authority: HTTP/1.1 only, with the system's usual roots and the profile's own. `context` replaces
 * them, and may hold a certificate to show.
 */
export function createConnections(ca: string | null, context?: SecureContext): Connections {
  const connect = context ? buildConnector({ ...CONNECT, secureContext: context }) : createConnector(ca)
  const options = { allowH2: false, headersTimeout: ANSWER_TIMEOUT, bodyTimeout: ANSWER_TIMEOUT }
  const reused = new Agent({ ...options, connect, connections: CONNECTIONS })
  const fresh = new Agent({ ...options, connect, connections: CONNECTIONS, pipelining: 0 })
  const open = new Set<Client>()
  let isClosed = false
  return {
    reused,
    fresh,
    async alone(origin, ready, work) {
      if (isClosed) throw new errors.ClientDestroyedError()
      const single = new Client(origin, { ...options, pipelining: 0, connect: whenReady(connect, ready) })
      open.add(single)
      try {
        return await work(single)
      } finally {
        open.delete(single)
        await single.destroy()
      }
    },
    touch: (origin, signal) =>
      new Promise((resolve, reject) => {
        const { protocol, host, hostname, port } = new URL(origin)
        const giveUp = () => reject(signal.reason)
        signal.addEventListener('abort', giveUp)
        connect({ protocol, host, hostname, port }, (...[error, socket]) => {
          signal.removeEventListener('abort', giveUp)
          socket?.destroy()
          if (error) reject(error)
          else resolve()
        })
      }),
    async close() {
      isClosed = true
      await Promise.all([reused, fresh, ...open].map(one => one.destroy()))
    },
  }
}

const CONNECT: buildConnector.BuildOptions = {
  allowH2: false,
  timeout: CONNECT_TIMEOUT,
  lookup: lookupLoopback,
  // Set explicitly: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would accept any certificate.
  rejectUnauthorized: true,
}

/** Node's codes for a chain that ends at none of its roots. */
const WITHOUT_ROOT = [
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]

/**
 * Connects with the profile's own CA, and, if that does not suffice, once more with the system's roots added: they take
 * 20 ms and 1.5 MB, and most hosts of such a profile need none. No byte of a request leaves before that.
 */
function createConnector(ca: string | null): buildConnector.connector {
  if (ca === null) return buildConnector(CONNECT)
  const withOwn = buildConnector({ ...CONNECT, secureContext: createSecureContext({ ca }) })
  return (target, callback) =>
    withOwn(target, (...[error, socket]) => {
      if (socket) callback(null, socket)
      else if (WITHOUT_ROOT.includes(errorCode(error)))
        buildConnector({ ...CONNECT, secureContext: withRoots(ca) })(target, callback)
      else callback(error, null)
    })
}

const errorCode = (error: Error) => ('code' in error ? String(error.code) : '')

/** The context of the latest CA. */
let known: { ca: string; context: SecureContext } | undefined

function withRoots(ca: string): SecureContext {
  if (known?.ca !== ca) known = { ca, context: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }
  return known.context
}

/** Hands over a connection once it is open and `ready` has resolved. */
function whenReady(connector: buildConnector.connector, ready: () => Promise<void>): buildConnector.connector {
  return (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      ready().then(
        () => callback(null, socket),
        (reason: Error) => {
          socket.destroy()
          callback(reason, null)
        },
      )
    })
}

type Found = (
  error: NodeJS.ErrnoException | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void

/**
 * `*.localhost` is this machine (RFC 6761), whatever the system's resolver knows
 * (docs/decisions/0007-loopback-names.md).
 */
function lookupLoopback(hostname: string, options: LookupOptions, found: Found) {
  if (!/(^|\.)localhost$/i.test(hostname)) return lookup(hostname, options, found as never)
  if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }])
  else found(null, '127.0.0.1', 4)
}
