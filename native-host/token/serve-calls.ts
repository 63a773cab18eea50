import { writeFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import type { Locale } from '../../shared/errors/codes.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../shared/errors/to-error-body.ts'
import { type Transport, TransportFailure } from '../authority/wire/transports/transport.ts'
import { createUndiciTransport } from '../authority/wire/transports/undici-transport.ts'
import { askPin } from './ask-pin.ts'
import { findEngine } from './engine.ts'
import { openKey } from './open-key.ts'
import { chooseCertificate, readToken, serialOf } from './read-token.ts'
import { HEADERS, lineOf, TokenCall, type TokenLine, TokenOrder } from './token-frames.ts'

/** The file descriptor of the lines to the parent process. */
const LINES = 3
/** How often to report that this process is alive, ms. */
const ALIVE = 1000

/**
 * The process that holds a token's key: it asks for the PIN, keeps it only while opening the key, and makes the calls
 * that it reads from `input` until that ends (token-process.ts starts it).
 */
export async function serveCalls(input: Readable, locale: Locale): Promise<void> {
  // Ctrl-C reaches every process of the terminal; this one ends with its parent.
  process.on('SIGINT', () => undefined)
  keepOutOfCores()
  const alive = setInterval(() => say({ alive: true }), ALIVE)
  const lines = createInterface({ input })
  let isOpen = false
  // Nobody waits for the PIN any more. Node restores the terminal.
  lines.once('close', () => {
    if (!isOpen) process.exit()
  })
  try {
    const reader = lines[Symbol.asyncIterator]()
    const transport = await open(v.parse(TokenOrder, JSON.parse((await reader.next()).value ?? '')), locale)
    isOpen = true
    const stops = new Map<number, AbortController>()
    for await (const line of reader) {
      const call = v.parse(TokenCall, JSON.parse(line))
      if ('stop' in call) stops.get(call.stop)?.abort(new RecipisaError('cancelled'))
      else void make(transport, call, stops)
    }
    await transport.close()
  } catch (error) {
    const reason = error instanceof RecipisaError ? error : undefined
    isOpen = true
    say({ failed: toErrorBody(reason ?? new RecipisaError('token-process-ended', { problem: nameOf(error) })) })
  } finally {
    clearInterval(alive)
    lines.close()
  }
}

/** A crashing driver must not leave the PIN in a core file: this process's core file holds no memory (core(5)). */
function keepOutOfCores(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
  } catch {
    // a system without it writes no core files of this kind
  }
}

async function open(order: TokenOrder, locale: Locale): Promise<Transport> {
  const engine = findEngine()
  const found = chooseCertificate(await readToken(order.driver), order.serial, Date.now())
  const context = openKey({ ...order, engine }, found, await askPin(found, locale))
  say({ ready: { serial: serialOf(found.certificate) } })
  return createUndiciTransport(order.ca, context)
}

type Call = Exclude<TokenCall, { stop: number }>

async function make(transport: Transport, { id, body, ...call }: Call, stops: Map<number, AbortController>) {
  const stop = new AbortController()
  stops.set(id, stop)
  try {
    const { bytes } = await transport.send(
      {
        ...call,
        ...(body === undefined ? {} : { body: Buffer.from(body, 'base64') }),
        // Written at once: the line is out before the first byte of the call.
        onBytes: () => say({ leaves: id }),
        onHead: async ({ status, header, setCookies }) => {
          const known = HEADERS.flatMap(name => {
            const value = header(name)
            return value === undefined ? [] : [[name, value] as const]
          })
          say({ head: id, status, headers: Object.fromEntries(known), setCookies: [...setCookies] })
        },
      },
      stop.signal,
    )
    say({ done: id, body: Buffer.from(bytes).toString('base64') })
  } catch (error) {
    if (stop.signal.aborted) return // nobody waits for it
    const end = error instanceof TransportFailure ? endOf(error) : undefined
    if (end) {
      say({ failed: toErrorBody(new RecipisaError(end)) })
      // At once: other calls that have not left are now believed never to leave.
      process.exit()
    }
    if (error instanceof TransportFailure) return say({ lost: id, failure: error.failure, problem: error.problem })
    say({ lost: id, failure: 'reset', problem: nameOf(error) })
  } finally {
    stops.delete(id)
  }
}

/**
 * Why a connection failed if all others will too: the key could not sign, because the token was pulled out or its
 * session has ended; or the server's TLS alert refuses the certificate.
 */
function endOf({ cause }: TransportFailure): 'token-gone' | 'certificate-refused' | undefined {
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? `${cause.code}` : ''
  if (/pkcs\s?#?11|CKR_/i.test(`${code} ${cause.message}`)) return 'token-gone'
  return code.includes('ALERT_') && /CERTIFICATE|UNKNOWN_CA/.test(code) ? 'certificate-refused' : undefined
}

/** Never the message, which may quote the process's input. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

function say(line: TokenLine): void {
  const bytes = Buffer.from(lineOf(line))
  for (let at = 0; at < bytes.length; ) at += writeSync(LINES, bytes, at)
}
