import type { Effect } from '../authority/faults.ts'
import { origin } from '../authority/profile.ts'
import type { Operation } from './operations/operation.ts'
import type { BadPorts } from './way.ts'

/** The inputs of an effect. */
export type Scene = { operation: Operation; authorityPort: number }

/** A column of the matrix. */
export type Fault = {
  name: string
  /** Its name in docs/faults.md. */
  legend: string
  /** The authority's effect on the struck calls. */
  effect?: Effect | ((scene: Scene) => Effect)
  /** The connection's other destination. */
  port?: (ports: BadPorts) => number
  /** The time limit of the struck calls, ms, which is minutes otherwise. */
  timeout?: number
  /** The least demanded pause, ms. */
  pause?: number
  /** The lead of the machine's clock over the authority's, ms; nothing else is wrong then. */
  ahead?: number
}

const SECOND = 1000
const HOUR = 3600 * SECOND
/** A third of a second stands for the minutes that an answer has; a byte in a fifth of that, for a byte a second. */
const QUICK = { timeout: 300 }
const BYTEWISE = { kind: 'trickle', everyMs: 60 } as const
/** The target of a redirect that nobody may follow. */
export const ELSEWHERE = '/altundeva'

const PAGE = '<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'
const JSON_BODY = { kind: 'body', body: '{"altceva": true}', contentType: 'application/json' } as const
const XML_BODY = { kind: 'body', body: '<?xml version="1.0"?><altceva/>', contentType: 'application/xml' } as const
const CROOKED_XML = { kind: 'body', body: '<header><a></b></header>', contentType: 'application/xml' } as const

/** Dates are whole seconds: up to one of the four is lost. */
const DATED = { kind: 'status', status: 429, retryAfterDateSeconds: 4 } as const

const otherBody = ({ operation: { form } }: Scene): Effect => (form === 'xml' || form === 'text' ? JSON_BODY : XML_BODY)

const elsewhere = ({ operation, authorityPort }: Scene): Effect => {
  const host = operation.calls.service === 'status' ? 'portal' : 'status'
  return { kind: 'redirect', location: `${origin(host, authorityPort)}${ELSEWHERE}` }
}

const row = (name: string, legend: string, effect: Fault['effect'], more: Partial<Fault> = {}): Fault => ({
  ...{ name, legend, ...(effect ? { effect } : {}) },
  ...more,
})

export const FAULT_GROUPS: readonly { title: string; faults: readonly Fault[] }[] = [
  {
    title: 'The connection breaks',
    faults: [
      row('refused', 'there is no connection', undefined, { port: ({ refused }) => refused }),
      row('untrusted', 'the server shows the certificate of a stranger', undefined, {
        port: ({ untrusted }) => untrusted,
      }),
      row('reset', 'a reset when the request has come', { kind: 'reset' }),
      row('reset in body', 'a reset in the body of the request, or after its head', { kind: 'reset-in-request' }),
      row('reset after', 'the service does its work, then a reset', { kind: 'reset', handled: true }),
    ],
  },
  {
    title: 'The answer breaks off',
    faults: [
      row('reset in answer', 'a reset in the middle of it', { kind: 'reset-in-body' }),
      row('short', 'it ends before its Content-Length', { kind: 'truncate' }),
      row('cut', 'half of it, without a length', { kind: 'cut', ends: 'with-connection' }),
      row('cut cleanly', 'half of it, as if that were all', { kind: 'cut', ends: 'cleanly' }),
      row('cut HTML', 'half of a page in its place', { kind: 'cut-page', page: 'maintenance' }),
    ],
  },
  {
    title: 'The answer is late',
    faults: [
      row('slow head', 'a byte a second from the first line on', { ...BYTEWISE, from: 'head' }, QUICK),
      row('slow body', 'a byte a second of the body', { ...BYTEWISE, from: 'body' }, QUICK),
      row('silence', 'no answer at all', { kind: 'hang' }, QUICK),
      row('silent body', 'half of the body, then nothing', { kind: 'stall' }, QUICK),
    ],
  },
  {
    title: 'A pause is asked for',
    faults: [
      row('429 seconds', '3 seconds', { kind: 'status', status: 429, retryAfterSeconds: 3 }, { pause: 3 * SECOND }),
      row('429 date', 'until a date in 4 seconds', DATED, { pause: 3 * SECOND }),
      row('429 hour', 'an hour', { kind: 'status', status: 429, retryAfterSeconds: 3600 }, { pause: HOUR }),
    ],
  },
  {
    title: 'The service is down',
    faults: [
      row('500', 'with JSON', { kind: 'status', status: 500 }),
      row('502', 'with a page', { kind: 'status', status: 502, body: PAGE, contentType: 'text/html' }),
      row('503', 'with the page of maintenance', { kind: 'page', page: 'maintenance-503' }),
      row('maintenance', 'that page with status 200', { kind: 'page', page: 'maintenance' }),
    ],
  },
  {
    title: 'Somebody else answers',
    faults: [
      row('firewall', 'the page of the firewall, status 200', { kind: 'page', page: 'firewall' }),
      row('login wall', 'a page that asks for the certificate, status 200', { kind: 'page', page: 'login-wall' }),
      row('loop', 'a redirect to the same address', { kind: 'redirect', location: '' }),
      row('elsewhere', 'a redirect to another host', elsewhere),
    ],
  },
  {
    title: 'The answer is another one',
    faults: [
      row('wrong type', 'the right body under another Content-Type', { kind: 'content-type', value: 'image/png' }),
      row('other body', 'JSON in the place of XML and text, XML in that of all else', otherBody),
      row('bad JSON', 'JSON that no parser takes', { ...JSON_BODY, body: '{"altceva": tru}' }),
      row('bad XML', 'XML that is not well-formed', CROOKED_XML),
      row('empty', 'nothing, status 200', { kind: 'body', body: '' }),
    ],
  },
  {
    title: 'The clock of the machine is wrong',
    faults: [
      row('−1 h', 'an hour slow', undefined, { ahead: -HOUR }),
      row('−1 s', 'a second slow', undefined, { ahead: -SECOND }),
      row('+1 s', 'a second fast', undefined, { ahead: SECOND }),
      row('+1 h', 'an hour fast', undefined, { ahead: HOUR }),
    ],
  },
]

export const FAULTS: readonly Fault[] = FAULT_GROUPS.flatMap(({ faults }) => faults)
