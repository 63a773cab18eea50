import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AnsweredPage, AsyncQuestion } from '../../archive/registers/register-archive.ts'
import { ASYNC_WAIT } from '../../authority/registers/registers.ts'
import type { LookupPorts } from './ports.ts'

/** Longest pause between two looks for a result, ms; the pauses grow up to it. */
const LONGEST_PAUSE = 30_000
/**
 * How long to wait for a result since the question was submitted, ms. It stays in the journal, and the next question for the
 * day looks once more.
 */
const PATIENCE = 10 * 60_000
/** How long after submission the service may not know a question, ms. */
const NEW_QUESTION_AGE = 30_000

export type AsyncPorts = Pick<LookupPorts, 'archive' | 'registers' | 'clock'>

/**
 * Asks the VAT register through the asynchronous service (P-07). The question is journaled before its result is
 * fetched. The service hands out a result only once, so it is on disk before it is returned.
 */
export async function askAsync(
  ports: AsyncPorts,
  query: { cuis: readonly string[]; day: string },
  signal: AbortSignal,
  /** Called when the service has accepted the question. */
  onSubmitted?: () => void,
): Promise<AnsweredPage> {
  const { correlationId } = await ports.registers.submitVat(query, signal)
  const question = { ...query, correlationId, submittedAt: ports.clock.now() }
  ports.archive.lookups.questions.add(question)
  onSubmitted?.()
  return collect(ports, question, signal)
}

/** Waits for the result of a question and stores it. Throws `async-result-gone` if the service no longer has it. */
export async function collect(
  { archive, registers, clock }: AsyncPorts,
  question: AsyncQuestion,
  signal: AbortSignal,
): Promise<AnsweredPage> {
  const { questions } = archive.lookups
  const { correlationId } = question
  // A clock that was ahead when it was submitted would make its age negative.
  const age = Math.max(0, clock.now() - question.submittedAt)
  let waited = Math.max(0, ASYNC_WAIT - age)
  try {
    await clock.sleep(waited, signal)
    for (let pause = ASYNC_WAIT; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
      const isNew = age + waited < NEW_QUESTION_AGE
      const page = await registers.fetchVat({ correlationId, isNew }, signal)
      if (page !== 'not-ready') {
        questions.settle(question, page)
        return page
      }
      if (age + waited > PATIENCE) throw new RecipisaError('async-not-ready', { correlationId })
      await clock.sleep(pause, signal)
      waited += pause
    }
  } catch (error) {
    if (isGone(error)) questions.settle(question, undefined)
    else questions.release(correlationId)
    throw error
  }
}

/** Collects the results of questions whose process has died. If a result is gone or not ready, the caller asks again. */
export async function collectAbandoned(ports: AsyncPorts, day: string, signal: AbortSignal): Promise<void> {
  const { questions } = ports.archive.lookups
  const left = questions.adopt(day)
  try {
    for (let next = left.shift(); next; next = left.shift()) {
      await collect(ports, next, signal).catch((error: unknown) => {
        if (!isGone(error) && !isNotReady(error)) throw error
      })
    }
  } finally {
    for (const { correlationId } of left) questions.release(correlationId)
  }
}

const isGone = (error: unknown) => error instanceof RecipisaError && error.reason === 'async-result-gone'
const isNotReady = (error: unknown) => error instanceof RecipisaError && error.reason === 'async-not-ready'
