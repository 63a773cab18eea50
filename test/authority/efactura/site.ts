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

/** The token-protected APIs. */
export function createApiSite(options: { context: ApiContext; tokens: Tokens; monotonic: () => number }): Site {
  const { context, tokens } = options
  const limit = createRequestLimit(context.limits, options.monotonic)
  return {
    admit: () => {
      const seconds = limit.take()
      if (seconds === undefined) return undefined
      const answer = json({ status: 429, error: 'Too Many Requests', message: 'Limita de apeluri depasita' }, 429)
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(seconds) } }
    },
    handle: exchange => {
      const [scheme = '', credentials = ''] = (exchange.headers.authorization ?? '').split(' ')
      const holder = scheme.toLowerCase() === 'bearer' ? tokens.holder(credentials) : undefined
      if (!holder) return json({ status: 403, error: 'Forbidden', message: 'Access denied' }, 403)
      if (exchange.path === '/TestOauth/jaxrs/hello') return hello(exchange)
      if (exchange.method === 'POST' && exchange.path === SIGNATURE_PATH)
        return validateSignature(exchange, context.ministry)
      const checked = check(exchange, context)
      if (checked) return checked
      const [, environment, name] = SERVICE.exec(exchange.path) ?? []
      const operation = OPERATIONS[`${exchange.method} ${name}`]
      if (!operation) return notFoundPage()
      const caller = { certificateSerial: holder.certificateSerial, environment: environment as Environment }
      return operation(exchange, caller, context)
    },
  }
}

/** TestOauth: the request as it came, the Authorization header too. */
function hello({ method, target, query, headers }: Exchange): Reply {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = [`Hello, ${query.get('name') ?? ''}!`, `${method} ${target}`, ...lines].join('\n')
  return reply(200, 'text/plain;charset=UTF-8', text)
}
