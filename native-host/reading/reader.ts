import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { type Bounds, createBoundedThread, ThreadEnded } from './bounded-thread.ts'
import type { READERS } from './readers.ts'
import type { Question } from './reading-worker.ts'

type Readers = typeof READERS

/**
 * Bounds of reading one file (ms, bytes). The largest uploadable invoice takes some 2 s and 300 MB, and the readers'
 * own bounds are far lower. The time is long because the machine can be busy.
 */
const BOUNDS: Bounds = { time: 60_000, memory: 1024 * 1024 * 1024, heap: 768 * 1024 * 1024 }

// The worker lies beside this file, as source or built.
const file = new URL(`./reading-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
const ask = createBoundedThread<Question, unknown>(file)

/** Reads in the thread. Throws `ThreadEnded`, or the reader's exception. */
export async function readInThread<R extends keyof Readers>(
  reader: R,
  given: Parameters<Readers[R]>,
  bounds = BOUNDS,
): Promise<Awaited<ReturnType<Readers[R]>>> {
  try {
    return (await ask({ reader, given: given.map(detach) }, bounds)) as Awaited<ReturnType<Readers[R]>>
  } catch (error) {
    const known = isErrorBody(error) ? fromErrorBody(error) : undefined
    throw known ?? error
  }
}

/** Like `readInThread`, for a document that a person requests: throws `document-takes-too-long` or `-too-much`. */
export async function readDocumentInThread<R extends keyof Readers>(reader: R, ...given: Parameters<Readers[R]>) {
  try {
    return await readInThread(reader, given)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    throw boundExceeded(error, 1)
  }
}

/** The error for a person. `attempts`: the number of tries. */
export function boundExceeded(error: ThreadEnded, attempts: number): RecipisaError {
  const reason = error.bound === 'time' ? 'document-takes-too-long' : 'document-takes-too-much'
  return new RecipisaError(reason, { attempts }, { cause: error })
}

function isErrorBody(error: unknown): error is ErrorBody {
  return typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error
}

/** Copies a part of a larger buffer, because messages to a thread take the whole buffer along. */
function detach(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value)
}
