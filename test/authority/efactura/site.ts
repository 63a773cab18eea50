import { X509Certificate } from 'node:crypto'
import { type Exchange, json, type Reply, reply, type Site } from '../http.ts'
import type { Tokens } from '../login/tokens.ts'
import { notFoundPage } from '../pages.ts'
import type { Environment } from '../world/world.ts'
import { check } from './checks.ts'
import type { ApiContext, Caller } from './context.ts'
import { download, status } from './documents.ts'
import { createRequestLimit } from './limits.ts'
import { listByDays, listPaged } from './lists.ts'
import { SIGNATURE_PATH, validateSignature } from './signature.ts'
import { upload } from './upload.ts'

type Operation = (exchange: Exchange, caller: Caller, context: ApiContext) => Reply | Promise<Reply>

/** Operations under /{prod|test}/FCTEL/rest/, by method and name. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET listaMesajeFactura': listByDays,
  'GET listaMesajePaginatieFactura': listPaged,
  'GET stareMesaj': status,
  'GET descarcare': download,
  'POST upload': upload,
  'POST uploadb2c': upload,
}

const SERVICE = /^\/(prod|test)\/FCTEL\/rest\/(.+)$/

type SiteOptions = { context: ApiContext; monotonic: () => number }

/** The token-protected APIs. */
export function createApiSite({ tokens, ...options }: SiteOptions & { tokens: Tokens }): Site {
  const serialOf = ({ headers }: Exchange) => {
    const [scheme = '', credentials = ''] = (headers.authorization ?? '').split(' ')
    return scheme.toLowerCase() === 'bearer' ? tokens.holder(credentials)?.certificateSerial : undefined
  }
  return createServices(options, serialOf, { '/TestOauth/jaxrs/hello': hello })
}

/**
 * The same services for a certificate shown at call time (E-28). The real host's answer to a caller without one is
 * unknown; this one answers as the other host does without a token.
 */
export function createCertificateSite({ caPem, ...options }: SiteOptions & { caPem: string }): Site {
  const issuer = new X509Certificate(caPem)
  const serialOf = ({ socket }: Exchange) => {
    const certificate = socket.getPeerX509Certificate()
    return certificate?.verify(issuer.publicKey) ? certificate.serialNumber.toUpperCase() : undefined
  }
  return createServices(options, serialOf, {})
}

function createServices(
  { context, monotonic }: SiteOptions,
  serialOf: (exchange: Exchange) => string | undefined,
  others: Readonly<Record<string, (exchange: Exchange) => Reply>>,
): Site {
  const limit = createRequestLimit(context.limits, monotonic)
  return {
    admit: () => {
      const seconds = limit.take()
      if (seconds === undefined) return undefined
      const answer = json({ status: 429, error: 'Too Many Requests', message: 'Limita de apeluri depasita' }, 429)
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(seconds) } }
    },
    handle: exchange => {
      const certificateSerial = serialOf(exchange)
      if (certificateSerial === undefined)
        return json({ status: 403, error: 'Forbidden', message: 'Access denied' }, 403)
      const other = others[exchange.path]
      if (other) return other(exchange)
      if (exchange.method === 'POST' && exchange.path === SIGNATURE_PATH)
        return validateSignature(exchange, context.ministry)
      const checked = check(exchange, context)
      if (checked) return checked
      const [, environment, name] = SERVICE.exec(exchange.path) ?? []
      const operation = OPERATIONS[`${exchange.method} ${name}`]
      if (!operation) return notFoundPage()
      return operation(exchange, { certificateSerial, environment: environment as Environment }, context)
    },
  }
}

/** TestOauth: echoes the request, including the Authorization header. */
function hello({ method, target, query, headers }: Exchange): Reply {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = [`Hello, ${query.get('name') ?? ''}!`, `${method} ${target}`, ...lines].join('\n')
  return reply(200, 'text/plain;charset=UTF-8', text)
}
