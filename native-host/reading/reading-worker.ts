import { parentPort } from 'node:worker_threads'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../shared/errors/to-error-body.ts'
import type { Reply } from './bounded-thread.ts'
import { READERS } from './readers.ts'

/** One of the readers with its arguments. */
export type Question = { reader: keyof typeof READERS; given: readonly unknown[] }

parentPort?.on('message', (question: Question & { id: number }) => void answer(question))

async function answer({ id, reader, given }: Question & { id: number }): Promise<void> {
  let reply: Reply<unknown>
  try {
    // `readInThread` has checked that the arguments match the reader.
    const read = READERS[reader] as (...given: readonly unknown[]) => unknown
    reply = { id, answer: await read(...given) }
  } catch (error) {
    // Our errors lose their class on the way; the receiver recreates them from their body.
    reply = { id, error: error instanceof RecipisaError ? toErrorBody(error) : error }
  }
  parentPort?.postMessage(reply)
}
