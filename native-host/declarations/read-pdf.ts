import { Worker } from 'node:worker_threads'
import { type DeclarationFacts, readDeclarationXml } from './declaration-xml.ts'
import type { PdfContents, PdfQuestion, PdfReply } from './pdf-worker.ts'

/** What a PDF is by its bytes. */
export type DeclarationPdf = DeclarationFacts & {
  isPdf: boolean
  /** Whether what follows could be read; if not, nothing of it is known and `isSigned` is false. */
  isRead: boolean
  /** Whether a signature field holds a signature; whether that is a good one is not looked at. */
  isSigned: boolean
  /** Name of the XML in it; null if there is none. */
  attachment: string | null
}

/** What a reading may take, of time (ms), of memory in all and of objects (bytes). */
export type ReadingLimits = { time: number; memory: number; heap: number }

const LIMITS: ReadingLimits = { time: 15_000, memory: 1024 * 1024 * 1024, heap: 512 * 1024 * 1024 }
/** How often memory is looked at, ms. */
const WATCH = 50
/** A thread without work ends after so long, ms: the next file of a batch finds it warm. */
const IDLE = 2_000
const MEGABYTE = 1024 * 1024

const NOTHING: DeclarationFacts = { form: null, cui: null, companyName: null, period: null }

/**
 * Reads a declaration's PDF: signed or not, and what the XML in it says. A PDF is anybody's program, so a thread of its own
 * reads it, within bounds of time and memory (H-12); what goes beyond is not read. Never fails.
 */
export async function readDeclarationPdf(bytes: Uint8Array, limits = LIMITS): Promise<DeclarationPdf> {
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  const contents = isPdf ? await oneByOne(() => ask(bytes, limits)) : undefined
  if (!contents) return { isPdf, isRead: false, isSigned: false, attachment: null, ...NOTHING }
  const { isSigned, attachments } = contents
  const known = attachments.map(({ name, head }) => ({ name, facts: readDeclarationXml(head) }))
  const best = known.find(({ facts }) => facts.form !== null) ?? known[0]
  return { isPdf, isRead: true, isSigned, attachment: best?.name ?? null, ...(best?.facts ?? NOTHING) }
}

let last: Promise<unknown> = Promise.resolve()
/** Memory is watched over the whole process, so that only one is read at a time. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

type Thread = { worker: Worker; heap: number; idle: NodeJS.Timeout | undefined }
let thread: Thread | undefined
let questions = 0

/** Undefined if the thread could not read it, or was stopped. */
async function ask(bytes: Uint8Array, { time, memory, heap }: ReadingLimits): Promise<PdfContents | undefined> {
  const { worker } = threadWith(heap)
  const id = ++questions
  const before = process.memoryUsage.rss()
  const { promise, resolve } = Promise.withResolvers<PdfContents | undefined>()
  const stop = () => {
    end(worker)
    resolve(undefined)
  }
  const deadline = setTimeout(stop, time)
  const watch = setInterval(() => process.memoryUsage.rss() - before > memory && stop(), WATCH)
  const onMessage = (reply: PdfReply) => {
    if (reply.id === id) resolve('contents' in reply ? reply.contents : undefined)
  }
  worker.on('message', onMessage).on('error', stop).on('exit', stop)
  worker.ref()
  try {
    worker.postMessage({ id, bytes } satisfies PdfQuestion)
    return await promise
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    worker.off('message', onMessage).off('error', stop).off('exit', stop)
    rest(worker)
  }
}

function threadWith(heap: number): Thread {
  if (thread && thread.heap !== heap) end(thread.worker)
  clearTimeout(thread?.idle)
  if (thread) return thread
  // Beside this file: the source, or what the build makes of it.
  const name = `./pdf-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
  const worker = new Worker(new URL(name, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heap / MEGABYTE) },
    // What a library prints about an odd file is nobody's answer.
    stdout: true,
    stderr: true,
  })
  worker.on('error', () => end(worker)).on('exit', () => end(worker))
  thread = { worker, heap, idle: undefined }
  return thread
}

/** Leaves the thread to the next file for a while, without keeping the program alive. */
function rest(worker: Worker) {
  if (thread?.worker !== worker) return
  worker.unref()
  thread.idle = setTimeout(end, IDLE, worker).unref()
}

function end(worker: Worker) {
  if (thread?.worker === worker) {
    clearTimeout(thread.idle)
    thread = undefined
  }
  // A thread that is gone already has nothing to end.
  worker.terminate().catch(() => undefined)
}
