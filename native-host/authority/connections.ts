import { type LookupOptions, lookup } from 'node:dns'
import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, type Dispatcher } from 'undici'

/** Connections at once to one host: enough for the request limit at an answer time of several seconds. */
const CONNECTIONS = 100
/** Milliseconds. The services answer slowly at times, but a connection comes about at once or not at all. */
const CONNECT_TIMEOUT = 15_000
const ANSWER_TIMEOUT = 60_000

/**
 * Connections to the authority: HTTP/1.1 only, trusting the usual roots and the profile's own. `fresh` ones serve a single
 * request each, so that a reset is the server's answer to that request and never an idle connection's end.
 */
export function createConnections(ca: string | null): { kept: Dispatcher; fresh: Dispatcher; close(): Promise<void> } {
  const options: Agent.Options = {
    allowH2: false,
    connections: CONNECTIONS,
    headersTimeout: ANSWER_TIMEOUT,
    bodyTimeout: ANSWER_TIMEOUT,
    connect: {
      timeout: CONNECT_TIMEOUT,
      lookup: lookupLoopback,
      // One context for all connections: each that makes its own keeps the parsed roots a second time, about 1.5 MB.
      ...(ca === null ? {} : { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }),
    },
  }
  const kept = new Agent(options)
  const fresh = new Agent({ ...options, pipelining: 0 })
  return { kept, fresh, close: async () => void (await Promise.all([kept.destroy(), fresh.destroy()])) }
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
