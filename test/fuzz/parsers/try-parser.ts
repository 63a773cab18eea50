import { type Case, changedText } from '../support/changes.ts'
import { documented, holdStep, outcomeOf } from '../support/steps.ts'
import { holdTurns } from '../support/turns.ts'
import type { Parser } from './parser.ts'

/** The time limit of a file in a thread, ms: no event loop waits for it, but a person does. */
const MOST_IN_THREAD = 3000

/** Reads what a case makes: fails if the reader crashes, takes long or takes much memory. */
export async function tryParser({ samples, isBinary, isInThread, read }: Parser, one: Case): Promise<void> {
  const text = changedText(samples, one)
  const bytes = Buffer.from(text, isBinary ? 'latin1' : 'utf8')
  await holdStep(() => outcomeOf(() => read(text, bytes)), isInThread ? MOST_IN_THREAD : undefined)
}

/** The same for a reader that waits. */
export async function tryWaitingParser({ samples, isBinary, isInThread, read }: Parser, one: Case): Promise<void> {
  const text = changedText(samples, one)
  const bytes = Buffer.from(text, isBinary ? 'latin1' : 'utf8')
  await holdTurns(
    async () => {
      await Promise.resolve(read(text, bytes)).catch(documented)
    },
    isInThread ? MOST_IN_THREAD : undefined,
  )
}
