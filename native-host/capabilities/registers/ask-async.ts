import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AnsweredPage, AsyncQuestion } from '../../archive/registers/register-archive.ts'
import { ASYNC_WAIT } from '../../authority/registers/registers.ts'
import type { LookupPorts } from './ports.ts'

/** Longest pause between looks, ms; it grows towards it. */
const LONGEST_PAUSE = 30_000
/** How long a result is waited for, ms. The question stays in the journal, and the next one for the day finds it. */
const PATIENCE = 10 * 60_000
/** How long after it was handed over a question may still be unknown to the service, ms. */
const NEW = 30_000

export type AsyncPorts = Pick<LookupPorts, 'archive' | 'registers' | 'clock'>

/**
 * Asks the VAT registry through the asynchronous service (P-07). The question is journaled before its result is asked for,
 * and the result, which is given out once, is on disk before it is returned.
 */
export async function askAsync(
  ports: AsyncPorts,
  query: { cuis: readonly string[]; day: string },
  signal: AbortSignal,
  /** Called once the question is the service's. */
  onSubmitted?: () => void,
): Promise<AnsweredPage> {
  const { correlationId } = await ports.registers.submitVat(query, signal)
  const question = { ...query, correlationId, submittedAt: ports.clock.now() }
  ports.archive.lookups.questions.add(question)
  onSubmitted?.()
  return collect(ports, question, signal)
}

/** Waits for a question's result and keeps it; throws `async-result-gone` when it cannot be had any more. */
export async function collect(
  { archive, registers, clock }: AsyncPorts,
  question: AsyncQuestion,
  signal: AbortSignal,
): Promise<AnsweredPage> {
  const { questions } = archive.lookups
  const { correlationId } = question
  const giveUpAt = clock.now() + PATIENCE
  try {
    await clock.sleep(question.submittedAt + ASYNC_WAIT - clock.now(), signal)
    for (let pause = ASYNC_WAIT; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
      const isNew = clock.now() - question.submittedAt < NEW
      const page = await registers.fetchVat({ correlationId, isNew }, signal)
      if (page !== 'not-ready') {
        questions.settle(question, page)
        return page
      }
      if (clock.now() > giveUpAt) throw new RecipisaError('async-not-ready', { correlationId })
      await clock.sleep(pause, signal)
    }
  } catch (error) {
    if (isGone(error)) questions.settle(question, undefined)
    else questions.release(correlationId)
    throw error
  }
}

/** Takes up the questions of processes that have died; what cannot be had any more is asked anew by the caller. */
export async function collectAbandoned(ports: AsyncPorts, day: string, signal: AbortSignal): Promise<void> {
  for (const question of ports.archive.lookups.questions.adopt(day)) {
    try {
      await collect(ports, question, signal)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof RecipisaError && error.reason === 'async-result-gone'
}
