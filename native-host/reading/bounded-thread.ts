import { Worker } from 'node:worker_threads'

/** What one piece of work may take, of time (ms), of memory in all and of objects (bytes). */
export type Bounds = { time: number; memory: number; heap: number }

/** The thread was stopped, or has died, at this bound; what it was given is not read. */
export class ThreadEnded extends Error {
  readonly bound: 'time' | 'memory'

  constructor(bound: 'time' | 'memory') {
    super(`the thread went beyond its ${bound}`)
    this.bound = bound
  }
}

/** What goes in and out beside the question's and the answer's own fields; whatever a thread cannot do is an `error`. */
export type Reply<Answer> = { id: number } & ({ answer: Answer } | { error: unknown })

/** How often memory is looked at, ms. */
const WATCH = 50
/** A thread without work ends after so long, ms: the next file of a batch finds it warm. */
const IDLE = 2_000
const MEGABYTE = 1024 * 1024
/** Room for a thread's young objects, MB: unasked it grows to several times that, for documents of some kilobytes. */
const YOUNG = 8

let last: Promise<unknown> = Promise.resolve()
/** Memory is watched over the whole process, so that only one thread works at a time. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

type Thread = { worker: Worker; heap: number; idle: NodeJS.Timeout | undefined }

/**
 * Work on what others have written, in a thread of its own within bounds of time and memory (H-12): neither stops the
 * event loop, and what dies of it is the thread. `file` is a module that answers each message `{ id, … }` by a `Reply`.
 * Fails with `ThreadEnded`, or with what the thread says went wrong.
 */
export function createBoundedThread<Question extends object, Answer>(file: URL) {
  let thread: Thread | undefined
  let questions = 0

  const end = (worker: Worker) => {
    if (thread?.worker === worker) {
      clearTimeout(thread.idle)
      thread = undefined
    }
    // A thread that is gone already has nothing to end.
    worker.terminate().catch(() => undefined)
  }

  const threadWith = (heap: number): Worker => {
    if (thread && thread.heap !== heap) end(thread.worker)
    clearTimeout(thread?.idle)
    if (thread) return thread.worker
    const worker = new Worker(file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heap / MEGABYTE), maxYoungGenerationSizeMb: YOUNG },
      // What a library prints about an odd file is nobody's answer.
      stdout: true,
      stderr: true,
    })
    worker.on('error', () => end(worker)).on('exit', () => end(worker))
    thread = { worker, heap, idle: undefined }
    return worker
  }

  /** Leaves the thread to the next file for a while, without keeping the program alive. */
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
    const deadline = setTimeout(stop, time, 'time')
    const watch = setInterval(() => process.memoryUsage.rss() - before > memory && died(), WATCH)
    const onMessage = (reply: Reply<Answer>) => {
      if (reply.id !== id) return
      if ('answer' in reply) resolve(reply.answer)
      else reject(reply.error)
    }
    worker.on('message', onMessage).on('error', died).on('exit', died)
    worker.ref()
    try {
      worker.postMessage({ ...question, id })
      return await promise
    } finally {
      clearTimeout(deadline)
      clearInterval(watch)
      worker.off('message', onMessage).off('error', died).off('exit', died)
      rest(worker)
    }
  }

  return (question: Question, bounds: Bounds): Promise<Answer> => oneByOne(() => ask(question, bounds))
}
