import type { IncomingHttpHeaders } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** A fully read request. */
export type Exchange = {
  /** Name of the Host header, without port. */
  readonly host: string
  readonly method: string
  readonly path: string
  /** Path and query as sent. */
  readonly target: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly socket: TLSSocket
}

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer
  /** The gateway speaks HTTP/1.0 and closes after each of its own answers. */
  readonly http10?: true
  /** Sent in chunks: the last, empty one marks the end. */
  readonly chunked?: true
}

/** A service's response to a request: it answers, or it resets the connection. */
export type Answer = Reply | 'reset'

/** One host of the authority. */
export type Site = {
  /** Runs for every request, even one that a fault keeps from `handle`; its reply refuses the request. */
  readonly admit?: (exchange: Exchange) => Reply | undefined
  readonly handle: (exchange: Exchange) => Answer | Promise<Answer>
}

export function reply(status: number, contentType: string, body: Buffer | string): Reply {
  return { status, headers: { 'Content-Type': contentType }, body: typeof body === 'string' ? Buffer.from(body) : body }
}

export const json = (value: unknown, status = 200): Reply => reply(status, 'application/json', JSON.stringify(value))

export const xml = (text: string): Reply => reply(200, 'application/xml', text)

/** A page as the gateway and the portals write them: ISO-8859-1, with numeric entities for other characters. */
export function html(text: string, status = 200): Reply {
  const latin = [...text].map(letter => (letter <= '\u00ff' ? letter : `&#${letter.codePointAt(0)};`)).join('')
  return reply(status, 'text/html;charset=ISO-8859-1', Buffer.from(latin, 'latin1'))
}

export function redirect(location: string, cookies: readonly string[] = []): Reply {
  const headers = { Location: location, ...(cookies.length > 0 ? { 'Set-Cookie': cookies } : {}) }
  return { status: 302, headers, body: Buffer.alloc(0) }
}

export const asGateway = (answer: Reply): Reply => ({ ...answer, http10: true })

export const chunked = (answer: Reply): Reply => ({ ...answer, chunked: true })
