import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, inject } from 'vitest'
import { encodeFrame, FrameReader } from '../../../native-host/messaging/frames.ts'
import { CHROME_EXTENSION_ID } from '../../../shared/domain/product.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Method, ParamsIn, ProgressOf, ResultOf } from '../../../shared/protocol/methods.ts'
import { watchedEnv } from '../../planted/watched.ts'

/** The program as it is shipped (test/support/program.ts); timings run without Vitest, and name it. */
export const PROGRAM = process.env.RECIPISA_PROGRAM ?? inject('program')

export type Env = Record<string, string>
/** A message as written by the host. */
export type Message = {
  id?: number
  event?: string
  params?: unknown
  progress?: unknown
  result?: unknown
  error?: ErrorBody
}

/** The environment of a child process, without the developer's own settings and credential store. */
export function childEnv(env: Env): NodeJS.ProcessEnv {
  const { PATH, HOME, TZ, DBUS_SESSION_BUS_ADDRESS, RECIPISA_TEST_RUN } = process.env
  return { PATH, HOME, LANG: 'C.UTF-8', TZ, DBUS_SESSION_BUS_ADDRESS, RECIPISA_TEST_RUN, ...watchedEnv(), ...env }
}

export type Finished = { code: number | null; stdout: string; bytes: Buffer; stderr: string; json: () => unknown }

/** The result of a command; `json` throws with all of it where the output is no JSON. */
export function finishedOf(line: string, code: number | null, bytes: Buffer, stderr: string): Finished {
  const stdout = bytes.toString('utf8')
  const json = () => {
    try {
      return JSON.parse(stdout)
    } catch (cause) {
      throw new Error(`${line} ended with ${code}, and its output is no JSON: ${stdout}\n${stderr}`, { cause })
    }
  }
  return { code, stdout, bytes, stderr, json }
}

/** Starts a command line. */
export function startCommand(args: readonly string[], env: Env, input = '') {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: childEnv(env) })
  const out: Buffer[] = []
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  child.stdin.on('error', () => undefined) // a command that reads nothing may end before we have written
  child.stdin.end(input)
  const finished = once(child, 'close').then(([code]) =>
    finishedOf(args.join(' '), code as number | null, Buffer.concat(out), stderr),
  )
  return { child, finished }
}

/** Runs a command line to its end. */
export function command(args: readonly string[], env: Env, input?: string): Promise<Finished> {
  return startCommand(args, env, input).finished
}

/** The JSON of a command line that has nothing to tell besides. */
export async function jsonOf(args: readonly string[], env: Env, input?: string): Promise<unknown> {
  const { stderr, json } = await command([...args, '--json'], env, input)
  expect(stderr, args.join(' ')).toBe('')
  return json()
}

/** The host as the browser starts it. */
export class HostProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly messages: Message[] = []
  readonly exited: Promise<number | null>
  stderr = ''
  #nextId = 1
  #waiting = new Set<() => void>()

  /** `command` starts it: the built program, or an installed launcher. */
  constructor(
    env: Env,
    args: readonly string[] = [`chrome-extension://${CHROME_EXTENSION_ID}/`],
    [program, ...first]: readonly [string, ...string[]] = [process.execPath, PROGRAM],
  ) {
    this.child = spawn(program, [...first, ...args], { env: childEnv(env) })
    this.exited = once(this.child, 'close').then(([code]) => code as number | null)
    this.child.stdin.on('error', () => undefined) // a host that has ended
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8')
    })
    const reader = new FrameReader()
    this.child.stdout.on('data', (chunk: Buffer) => {
      for (const event of reader.push(chunk)) {
        if (event.kind !== 'message') throw new Error(`stdout holds what is no frame: ${event.problem}`)
        this.messages.push(event.value as Message)
      }
      for (const wake of this.#waiting) wake()
    })
    void this.exited.then(() => {
      for (const wake of this.#waiting) wake()
    })
  }

  write(bytes: Uint8Array): void {
    this.child.stdin.write(bytes)
  }

  send(message: unknown): void {
    this.write(encodeFrame(JSON.stringify(message)))
  }

  /** The first matching message, among those received and those still to come. */
  async message(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(fits)
      if (found) return found
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`the host ended (${this.child.exitCode ?? this.child.signalCode}): ${this.stderr}`)
      await new Promise<void>(resolve => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** Starts a request; `answer` is its last message. */
  start<M extends Method>(method: M, params: ParamsIn<M>): { id: number; answer: Promise<Message> } {
    const id = this.#nextId++
    this.send({ id, method, params })
    return { id, answer: this.message(one => one.id === id && ('result' in one || 'error' in one)) }
  }

  async request<M extends Method>(method: M, params: ParamsIn<M>): Promise<ResultOf<M>> {
    const { error, result } = await this.start(method, params).answer
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as ResultOf<M>
  }

  async refusal<M extends Method>(method: M, params: ParamsIn<M>): Promise<ErrorBody> {
    const { error } = await this.start(method, params).answer
    if (!error) throw new Error(`${method} was not refused`)
    return error
  }

  progressOf<M extends Method>(id: number): ProgressOf<M>[] {
    return this.messages.filter(one => one.id === id && 'progress' in one).map(one => one.progress as ProgressOf<M>)
  }

  /** Closes the port, as the browser does, and waits for the end. */
  async close(): Promise<number | null> {
    this.child.stdin.end()
    return this.exited
  }
}
