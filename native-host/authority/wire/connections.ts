import { type LookupOptions, lookup } from 'node:dns'
import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, buildConnector, Client, type Dispatcher, errors } from 'undici'

/** Connections at once to one host: enough for the request limit at an answer time of several seconds. */
const CONNECTIONS = 100
/** Milliseconds. The services answer slowly at times, but a connection comes about at once or not at all. */
const CONNECT_TIMEOUT = 15_000
const ANSWER_TIMEOUT = 60_000

export type Connections = {
  kept: Dispatcher
  /** Each serves a single request, so that a reset is the server's answer to it and never an idle connection's end. */
  fresh: Dispatcher
  /**
   * Works with a fresh connection of its own, whose first byte leaves when `ready` has resolved: after the handshake,
   * however long that took. What `ready` throws fails the request.
   */
  alone<T>(origin: string, ready: () => Promise<void>, work: (connection: Dispatcher) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Connections to the authority: HTTP/1.1 only, trusting the usual roots and the profile's own. */
export function createConnections(ca: string | null): Connections {
  const connect: buildConnector.BuildOptions = {
    allowH2: false,
    timeout: CONNECT_TIMEOUT,
    lookup: lookupLoopback,
    // Said, or NODE_TLS_REJECT_UNAUTHORIZED=0 in somebody's environment would have anybody's certificate taken.
    rejectUnauthorized: true,
    // One context for all connections: each that makes its own keeps the parsed roots a second time, about 1.5 MB.
    ...(ca === null ? {} : { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }),
  }
  const options = { allowH2: false, headersTimeout: ANSWER_TIMEOUT, bodyTimeout: ANSWER_TIMEOUT }
  const kept = new Agent({ ...options, connect, connections: CONNECTIONS })
  const fresh = new Agent({ ...options, connect, connections: CONNECTIONS, pipelining: 0 })
  const connector = buildConnector(connect)
  const open = new Set<Client>()
  let isClosed = false
  return {
    kept,
    fresh,
    async alone(origin, ready, work) {
      if (isClosed) throw new errors.ClientDestroyedError()
      const single = new Client(origin, { ...options, pipelining: 0, connect: whenReady(connector, ready) })
      open.add(single)
      try {
        return await work(single)
      } finally {
        open.delete(single)
        await single.destroy()
      }
    },
    async close() {
      isClosed = true
      await Promise.all([kept, fresh, ...open].map(one => one.destroy()))
    },
  }
}

/** Hands a connection over once it stands and `ready` has resolved. */
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

/** `*.localhost` is this machine (RFC 6761), whatever the system's resolver knows; all else is left to it. */
function lookupLoopback(hostname: string, options: LookupOptions, found: Found) {
  if (!/(^|\.)localhost$/i.test(hostname)) return lookup(hostname, options, found as never)
  if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }])
  else found(null, '127.0.0.1', 4)
}
