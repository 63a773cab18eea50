import { fromErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ErrorBody } from '../../shared/protocol/envelope.ts'
import { type Bounds, createBoundedThread, ThreadEnded } from './bounded-thread.ts'
import type { READERS } from './readers.ts'
import type { Question } from './reading-worker.ts'

type Readers = typeof READERS

/**
 * What reading one file may take. The readers' own bounds end far below: the largest invoice that can be filed takes some
 * 2 s and 300 MB. The time is long, as the machine may be busy.
 */
const BOUNDS: Bounds = { time: 60_000, memory: 1024 * 1024 * 1024, heap: 768 * 1024 * 1024 }

// Beside this file: the source, or what the build makes of it.
const file = new URL(`./reading-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
const ask = createBoundedThread<Question, unknown>(file)

/** Reads in the thread; fails with `ThreadEnded`, or as the reader itself does. */
export async function readInThread<R extends keyof Readers>(
  reader: R,
  given: Parameters<Readers[R]>,
  bounds = BOUNDS,
): Promise<Awaited<ReturnType<Readers[R]>>> {
  try {
    return (await ask({ reader, given: given.map(own) }, bounds)) as Awaited<ReturnType<Readers[R]>>
  } catch (error) {
    const known = isErrorBody(error) ? fromErrorBody(error) : undefined
    throw known ?? error
  }
}

/** As `readInThread`, of a document that somebody asks for: what does not end is told as such. */
export async function readDocumentInThread<R extends keyof Readers>(reader: R, ...given: Parameters<Readers[R]>) {
  try {
    return await readInThread(reader, given)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    throw beyondBounds(error, 1)
  }
}

export function beyondBounds(error: ThreadEnded, attempts: number): RecipisaError {
  const reason = error.bound === 'time' ? 'document-takes-too-long' : 'document-takes-too-much'
  return new RecipisaError(reason, { attempts }, { cause: error })
}

function isErrorBody(error: unknown): error is ErrorBody {
  return typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error
}

/** A piece of a larger buffer without the rest, which would go along. */
function own(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value)
}
