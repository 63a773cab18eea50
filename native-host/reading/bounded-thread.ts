import { Worker } from 'node:worker_threads'
import { isProgramReplaced } from '../../shared/errors/program-replaced.ts'

/** Bounds of one question: time (ms), total memory and heap (bytes). */
export type Bounds = { time: number; memory: number; heap: number }

/** Thrown when the thread was stopped at this bound, or died from exceeding it; the file is not read. */
export class ThreadEnded extends Error {
  readonly bound: 'time' | 'memory'

  constructor(bound: 'time' | 'memory') {
    super(`the thread exceeded its ${bound}`)
    this.bound = bound
  }
}

/** The thread's message about a question; `error` is its reader's exception. */
export type Reply<Answer> = { id: number } & ({ answer: Answer } | { error: unknown })

/** How often to check the memory, ms. */
const WATCH = 50
/** How long an idle thread stays, ms: the next file of a batch finds it warm. */
const IDLE = 2_000
const MEGABYTE = 1024 * 1024
/** Room for a thread's young objects, MB: without a limit it grows to several times that for documents of some kilobytes. */
const YOUNG = 8

let last: Promise<unknown> = Promise.resolve()
/** Memory is measured over the whole process, so only one thread works at a time. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

type Thread = { worker: Worker; heap: number; idle: NodeJS.Timeout | undefined }

/**
 * Reads foreign documents in a thread, within bounds of time and memory (H-12): reading does not block the event loop,
 * and a hostile document ends only the thread. `file` is a module that answers each message `{ id, … }` with a `Reply`.
 * The returned function throws `ThreadEnded`, or the thread's exception; or Node's own error if the module is gone,
 * which says nothing about the document.
 */
export function createBoundedThread<Question extends object, Answer>(file: URL) {
  let thread: Thread | undefined
  let questions = 0

  const end = (worker: Worker) => {
    if (thread?.worker === worker) {
      clearTimeout(thread.idle)
      thread = undefined
    }
    // A thread that has ended already cannot be terminated.
    worker.terminate().catch(() => undefined)
  }

  const threadWith = (heap: number): Worker => {
    if (thread && thread.heap !== heap) end(thread.worker)
    clearTimeout(thread?.idle)
    if (thread) return thread.worker
    const worker = new Worker(file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heap / MEGABYTE), maxYoungGenerationSizeMb: YOUNG },
      // Drops a library's output about an odd file.
      stdout: true,
      stderr: true,
    })
    worker.on('error', () => end(worker)).on('exit', () => end(worker))
    thread = { worker, heap, idle: undefined }
    return worker
  }

  /** Keeps the thread for the next file for a while; it does not keep the program alive. */
  const rest = (worker: Worker) => {
    if (thread?.worker !== worker) return
    worker.unref()
    thread.idle = setTimeout(end, IDLE, worker).unref()
  }

  const ask = async (question: Question, { time, memory, heap }: Bounds): Promise<Answer> => {
    const worker = threadWith(heap)
    const id = ++questions
    const before = process.memoryUsage.rss()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const stop = (bound: 'time' | 'memory') => {
      end(worker)
      reject(new ThreadEnded(bound))
    }
    const died = () => stop('memory')
    const failed = (error: Error) => (isProgramReplaced(error) ? reject(error) : died())
    const deadline = setTimeout(stop, time, 'time')
    const watch = setInterval(() => process.memoryUsage.rss() - before > memory && died(), WATCH)
    const onMessage = (reply: Reply<Answer>) => {
      if (reply.id !== id) return
      if ('answer' in reply) resolve(reply.answer)
      else reject(reply.error)
    }
    worker.on('message', onMessage).on('error', failed).on('exit', died)
    worker.ref()
    try {
      worker.postMessage({ ...question, id })
      return await promise
    } finally {
      clearTimeout(deadline)
      clearInterval(watch)
      worker.off('message', onMessage).off('error', failed).off('exit', died)
      rest(worker)
    }
  }

  return (question: Question, bounds: Bounds): Promise<Answer> => oneByOne(() => ask(question, bounds))
}
