import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Agent, type RequestOptions, request } from 'node:https'
import type { Authority } from './authority.ts'

export type CallOptions = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** Presented if the server asks for one. */
  certificate?: { certificatePem: string; privateKeyPem: string }
  /** `false` for a connection of its own. */
  agent?: Agent | false
}

export type Called = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Makes one request to the authority, over loopback whatever the host's name; redirects are not followed. */
export async function call(authority: Authority, url: string, options: CallOptions = {}): Promise<Called> {
  const { hostname, port, pathname, search } = new URL(url)
  const settings: RequestOptions = {
    host: '127.0.0.1',
    port,
    servername: hostname,
    ca: authority.caPem,
    path: pathname + search,
    method: options.method ?? 'GET',
    headers: { Host: `${hostname}:${port}`, ...options.headers },
    ...(options.certificate
      ? { cert: options.certificate.certificatePem, key: options.certificate.privateKeyPem }
      : {}),
    ...(options.agent === undefined ? {} : { agent: options.agent }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // Stays attached: a reset in the middle of a body reaches the request, too.
  const sent = request(settings, resolve).on('error', reject)
  sent.end(options.body)
  const response = await promise
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }
}

/** The same with a token; returns the body as JSON. */
export async function callApi(
  authority: Authority,
  token: string,
  path: string,
): Promise<Called & { json: Record<string, unknown> }> {
  const called = await call(authority, `${authority.profile.baseUrl}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const isJson = called.headers['content-type']?.includes('json') ?? false
  return { ...called, json: isJson ? (JSON.parse(called.body.toString()) as Record<string, unknown>) : {} }
}

/**
 * Goes through the gateway as a browser does, hop by hop, until it reaches another site or a page. It submits any logon
 * form on the way, as the form's only button does.
 */
export async function visit(
  authority: Authority,
  url: string,
  certificate?: CallOptions['certificate'],
): Promise<{ hops: string[]; last: Called; location: string | undefined; cookies: ReadonlyMap<string, string> }> {
  const cookies = new Map<string, string>()
  const hops: string[] = []
  let next = new URL(url)
  let form: string | undefined
  for (;;) {
    hops.push(form === undefined ? next.pathname : `POST ${next.pathname}`)
    const last = await call(authority, next.href, {
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
      ...(certificate ? { certificate } : {}),
    })
    const isForm = form === undefined && last.body.includes('name="vhost"')
    form = isForm ? 'vhost=standard' : undefined
    for (const cookie of last.headers['set-cookie'] ?? []) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = last.headers.location
    if (isForm) continue
    if (location === undefined || location.startsWith(authority.profile.redirectUri))
      return { hops, last, location, cookies }
    if (hops.length > 20) throw new Error(`no end of redirects: ${hops.join(' ')}`)
    next = new URL(location, next)
  }
}
