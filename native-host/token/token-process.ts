import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { untilAborted } from '../../shared/async/until-aborted.ts'
import { fromErrorBody } from '../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { TransportAnswer, TransportRequest } from '../authority/wire/transports/transport.ts'
import { createOpenCall, type OpenCall } from './open-call.ts'
import { lineOf, TokenLine, type TokenOrder } from './token-frames.ts'

export type TokenProcessOptions = Pick<TokenOrder, 'driver' | 'serial' | 'ca'> & {
  /** The command that starts this program again: program and first arguments. */
  command: readonly [string, ...string[]]
  env: NodeJS.ProcessEnv
  /** How long the process may be silent, ms. */
  silence?: number
}

/** A token may take seconds to sign, and its process is silent meanwhile. */
const SILENCE = 20_000
/** How often to check whether the process has fallen silent, ms. */
const LOOK = 250
/** How long the process may take to end on its own or once killed, ms. */
const ENDING = 2000
/** How long the last lines of an ended process may take, ms: leftovers of its driver may hold them open. */
const LAST_LINES = 500

export type TokenProcess = {
  call(request: TransportRequest, signal: AbortSignal): Promise<TransportAnswer>
  end(): Promise<void>
}

/**
 * Starts the process that holds the key. That process asks for the PIN, which never reaches this one; its standard
 * error is not read, because the underlying library writes the PIN into some messages.
 */
export function startTokenProcess(options: TokenProcessOptions): TokenProcess {
  const { driver, serial, ca, silence = SILENCE } = options
  const [program, ...args] = options.command
  const child = spawn(program, [...args, 'auth', 'token-calls'], {
    // Its standard output and errors belong to the driver, which is foreign code.
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: options.env,
    windowsHide: true,
  })
  const [stdin, , , out] = child.stdio as unknown as [Writable, null, null, Readable]
  const calls = new Map<number, OpenCall>()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => undefined) // every call awaits it, and there may be none
  let lastId = 0
  let failure: RecipisaError | undefined
  /**
   * The length of the silence, ms; counted in steps, so that a busy parent does not mistake its own pause for silence.
   */
  let quiet = 0

  const fail = (error: RecipisaError) => {
    failure ??= error
    ready.reject(failure)
    for (const call of calls.values()) call.fail(failure)
    calls.clear()
  }
  /** The calls fail once the process has ended: until then it may announce that one leaves. */
  const giveUp = (error: RecipisaError) => {
    failure ??= error
    child.kill('SIGKILL')
    setTimeout(() => fail(error), ENDING).unref()
  }
  const say = (line: object) => void stdin.write(lineOf(line))
  const hear = (line: TokenLine) => {
    if ('ready' in line) ready.resolve()
    if ('failed' in line)
      giveUp(fromErrorBody(line.failed) ?? new RecipisaError('token-process-ended', { problem: '' }))
    if ('leaves' in line) calls.get(line.leaves)?.leaves()
    if ('head' in line) calls.get(line.head)?.head(line)
    if ('done' in line) calls.get(line.done)?.done(line.body)
    if ('lost' in line) calls.get(line.lost)?.lost(line.failure, line.problem)
  }

  stdin.on('error', () => undefined) // the process has ended; its `close` shows that
  const lines = createInterface({ input: out })
  lines.on('line', text => {
    quiet = 0
    const line = parse(text)
    if (line) return hear(line)
    // A driver wrote to the wrong place, perhaps over the line that announces a call.
    for (const call of calls.values()) call.leaves()
    giveUp(new RecipisaError('token-process-ended', { problem: 'a strange line' }))
  })
  const watch = setInterval(() => {
    quiet += LOOK
    if (quiet < silence) return
    giveUp(new RecipisaError('token-driver-silent', { path: driver, seconds: Math.round(silence / 1000) }))
  }, LOOK)
  const read = new Promise(resolve => lines.once('close', resolve))
  const closed = once(child, 'exit').then(
    async () => {
      await Promise.race([read, wait(LAST_LINES, undefined, { ref: false })])
      out.destroy()
      return `exit ${child.exitCode ?? child.signalCode}`
    },
    (error: Error) => error.message, // it could not be started
  )
  const over = closed.then(problem => {
    clearInterval(watch)
    fail(new RecipisaError('token-process-ended', { problem }))
  })
  say({ driver, serial, ca } satisfies TokenOrder)

  return {
    async call(request, signal) {
      await untilAborted(ready.promise, signal)
      signal.throwIfAborted()
      if (failure) throw failure
      const id = ++lastId
      const call = createOpenCall(request)
      calls.set(id, call)
      const stop = () => {
        say({ stop: id })
        call.abort(signal.reason)
      }
      signal.addEventListener('abort', stop, { once: true })
      const { method, url, headers, body, maxBytes, timeout, changesNothing } = request
      say({
        ...{ id, method, url, headers, maxBytes, changesNothing },
        ...(body === undefined ? {} : { body: Buffer.from(body).toString('base64') }),
        ...(timeout === undefined ? {} : { timeout }),
      })
      try {
        return await call.answer
      } finally {
        signal.removeEventListener('abort', stop)
        calls.delete(id)
      }
    },
    async end() {
      stdin.end()
      const timer = setTimeout(() => child.kill('SIGKILL'), ENDING)
      await over
      clearTimeout(timer)
    },
  }
}

/** The parsed line; undefined for anything else. */
function parse(text: string): TokenLine | undefined {
  try {
    return v.parse(TokenLine, JSON.parse(text))
  } catch {
    return undefined
  }
}
