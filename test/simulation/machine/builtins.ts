import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Given, Program } from '../program/bundle.ts'
import type { Random } from '../seed.ts'
import { databaseClassOf } from './database.ts'
import { createAsyncFiles, createFiles } from './files.ts'
import { never, type SimulatedProcess } from './process.ts'

const real = createRequire(import.meta.url)

/** Node modules that touch nothing but their arguments. */
const PURE =
  /^(node:)?(assert|buffer|events|module|os|path|path\/posix|stream|stream\/consumers|string_decoder|url|util|util\/types|zlib|tls|dns|net|readline|diagnostics_channel|async_hooks|http|https|querystring|console|perf_hooks)$/

/** All of the program's access to the outside, for one process. `program` returns its exports, once it has run. */
export function createGiven(owner: SimulatedProcess, program: () => Program): Given {
  const { machine, random } = owner
  const { timeline } = machine
  const timers = createTimers(owner)
  const files = createFiles(owner)
  const modules: Readonly<Record<string, () => unknown>> = {
    fs: () => only('fs', files),
    'fs/promises': () => only('fs/promises', createAsyncFiles(owner, files)),
    'timers/promises': () => timers.promises,
    crypto: () => ({
      ...real('node:crypto'),
      randomUUID: () => uuid(random),
      randomBytes: (n: number) => bytes(random, n),
    }),
    sqlite: () => ({ DatabaseSync: databaseClassOf(owner) }),
    worker_threads: () => ({ Worker: threadClassOf(owner, program), parentPort: null, isMainThread: true }),
    child_process: () => ({ spawn: (_: string, args: readonly string[]) => machine.spawn(owner, args) }),
  }
  const loaded = new Map<string, unknown>()
  const wall = () => timeline.wall
  return {
    require: (name: string) => {
      if (PURE.test(name)) return real(name)
      const short = name.replace(/^node:/, '')
      const make = modules[short]
      if (!make) throw new Error(`not simulated: ${name}`)
      if (!loaded.has(short)) loaded.set(short, make())
      return loaded.get(short)
    },
    process: createProcessObject(owner),
    Date: class extends Date {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [wall()] : given) as [number]))
      }
      static override now() {
        return wall()
      }
    },
    performance: { now: () => timeline.now, timeOrigin: 0 },
    Math: Object.create(Math, { random: { value: random.next } }),
    crypto: { ...real('node:crypto').webcrypto, randomUUID: () => uuid(random) },
    AbortSignal: new Proxy(AbortSignal, {
      get: (target, name) => (name === 'timeout' ? timers.abortAfter : Reflect.get(target, name)),
    }),
    ...timers.globals,
  }
}

/** Unsimulated calls fail loudly. */
const only = (name: string, calls: object): object =>
  new Proxy(calls, {
    get: (target, call) => {
      if (call === '__esModule' || call === 'default' || call in target) return Reflect.get(target, call)
      return () => {
        throw new Error(`not simulated: ${name}.${String(call)}`)
      }
    },
  })

function createProcessObject(owner: SimulatedProcess): object {
  const { machine } = owner
  const memory = Object.assign(() => ({ rss: 0, heapUsed: 0 }), { rss: () => 0 })
  const own: Record<string, unknown> = {
    pid: owner.pid,
    platform: 'linux',
    env: {},
    argv: ['node', 'recipisa.js'],
    memoryUsage: memory,
    exitCode: undefined,
    stderr: { write: (text: string) => machine.log.push(`${owner.name} stderr ${text}`) },
    emitWarning: (warning: string) => machine.log.push(`${owner.name} warning ${warning}`),
    kill: (pid: number) => {
      if (!machine.isRunning(pid)) throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
      return true
    },
    on: () => undefined,
    once: () => undefined,
    off: () => undefined,
    nextTick: (work: (...given: unknown[]) => void, ...given: unknown[]) => queueMicrotask(() => work(...given)),
  }
  return Object.create(process, Object.getOwnPropertyDescriptors(own))
}

/** Timers that end with their process. */
function createTimers(owner: SimulatedProcess) {
  const { timeline } = owner.machine
  type Handle = { unref(): Handle; ref(): Handle; hasRef(): boolean; cancel(): void }
  const handleOf = (cancel: () => void): Handle => {
    const handle: Handle = { unref: () => handle, ref: () => handle, hasRef: () => true, cancel }
    return handle
  }
  const setTimeout = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const timer = timeline.after(Math.max(1, Math.floor(ms)), () => owner.guarded(work)(...given))
    return handleOf(timer.cancel)
  }
  const setInterval = (work: () => void, ms = 1) => {
    let timer = timeline.after(ms, tick)
    function tick() {
      if (!owner.isAlive) return
      timer = timeline.after(ms, tick)
      owner.guarded(work)()
    }
    return handleOf(() => timer.cancel())
  }
  const cancel = (handle: Handle | undefined) => handle?.cancel()
  const later = (ms: number, value: unknown, options: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = options
      const aborted = () =>
        Object.assign(new Error('The operation was aborted'), {
          name: 'AbortError',
          code: 'ABORT_ERR',
          cause: signal?.reason,
        })
      if (signal?.aborted) return reject(aborted())
      const giveUp = () => {
        timer.cancel()
        reject(aborted())
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp)
        resolve(value)
      }, ms)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  return {
    globals: {
      setTimeout,
      setInterval,
      clearTimeout: cancel,
      clearInterval: cancel,
      setImmediate: (work: (...given: unknown[]) => void, ...given: unknown[]) => setTimeout(work, 0, ...given),
    },
    promises: { setTimeout: later, setImmediate: (value: unknown) => later(0, value) },
    abortAfter: (ms: number) => {
      const controller = new AbortController()
      setTimeout(
        () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
        ms,
      )
      return controller.signal
    },
  }
}

type Question = { id: number } & (
  | { reader: keyof Program['READERS']; given: readonly unknown[] }
  | { bytes: Uint8Array }
)

/** The threads in which documents are read: the same readers, after a while. What is in a PDF was read before. */
function threadClassOf(owner: SimulatedProcess, program: () => Program) {
  return class extends EventEmitter {
    #isOver = false
    readonly file: string

    constructor(file: URL) {
      super()
      this.file = String(file)
      if (!/(reading|pdf)-worker/.test(this.file)) throw new Error(`not simulated: the thread ${this.file}`)
    }

    postMessage(question: Question): void {
      void this.#answer(structuredClone(question))
    }

    async #answer(question: Question): Promise<void> {
      const { id } = question
      await owner.pass()
      const { machine } = owner
      const reading =
        'reader' in question
          ? machine.timeline.hold(read(program(), question.reader, question.given))
          : contentsOf(machine.pdfs, question.bytes)
      const reply = { id, ...(await reading) }
      await owner.pass()
      if (!this.#isOver) owner.guarded(() => this.emit('message', reply))()
    }

    async terminate(): Promise<number> {
      if (!owner.isAlive) return never()
      if (!this.#isOver) {
        this.#isOver = true
        queueMicrotask(owner.guarded(() => this.emit('exit', 1)))
      }
      return 1
    }

    ref = () => this
    unref = () => this
  }
}

function contentsOf(pdfs: ReadonlyMap<string, unknown>, bytes: Uint8Array): { answer: unknown } {
  const contents = pdfs.get(createHash('sha256').update(bytes).digest('hex'))
  if (!contents) throw new Error('not simulated: this PDF')
  return { answer: structuredClone(contents) }
}

/** The readers' results for documents: identical for the same bytes, in each run. */
const known = new Map<string, { answer: unknown } | { error: unknown }>()

async function read(
  { READERS, RecipisaError, toErrorBody }: Program,
  reader: keyof Program['READERS'],
  given: readonly unknown[],
) {
  const hash = createHash('sha256').update(reader)
  for (const one of given) hash.update(one instanceof Uint8Array ? one : JSON.stringify(one ?? null))
  const key = hash.digest('hex')
  const before = known.get(key)
  if (before) return structuredClone(before)
  let outcome: { answer: unknown } | { error: unknown }
  try {
    const read = READERS[reader] as (...given: readonly unknown[]) => unknown
    outcome = { answer: structuredClone(await read(...given)) }
  } catch (error) {
    outcome = { error: error instanceof RecipisaError ? toErrorBody(error) : error }
  }
  known.set(key, outcome)
  return structuredClone(outcome)
}

const bytes = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.between(0, 255)))

function uuid(random: Random): string {
  const hex = createHash('sha256').update(bytes(random, 8)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
