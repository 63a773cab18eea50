import type { Register } from '../../../shared/domain/registers.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { AnsweredPage } from '../../archive/registers/register-archive.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'
import { pauseEndOf } from '../../jobs/pauses.ts'
import { askAsync } from './ask-async.ts'
import { askRegister, silentOf } from './ask-register.ts'
import type { Outage } from './outage.ts'
import type { BatchPorts } from './run-batch.ts'

/** How many questions may be under way at once: enough for one per second if answers take several seconds. */
const MAX_UNDER_WAY = 8
/** Tries of the VAT register before the asynchronous service, and the number of questions that service then gets. */
const TRIES_BEFORE_ASYNC = 1
const ASYNC_QUESTIONS = 20
/** Requests for one question to the asynchronous service: the question and its result. */
const ASYNC_REQUESTS = 2
/** Questions without a usable answer, none answered in between, after which the failure counts as the register's. */
const MOST_FRUITLESS = 3

type Chunks = BatchPorts & {
  id: number
  register: Register
  day: string
  throughAsync: boolean
  /** Most companies in one question. */
  most: number
  outage: Outage
  /** Counts requests: a question in parts takes more than one. */
  requests: { done: number; total: number }
  /** Ends the batch. */
  fail: (error: unknown) => void
}

/**
 * Asks one register about all companies of a batch that have no answer yet. A question takes its turn only when the
 * previous one has left, so that a person looking up a single company meanwhile gets the turn after next.
 */
export async function askChunks(chunks: Chunks, signal: AbortSignal): Promise<void> {
  const { archive, id, register, day, most, outage, requests, explain } = chunks
  const { batches, lookups } = archive
  const underWay = new Set<Promise<void>>()
  let asyncLeft = 0
  let fruitless = 0
  let hasAnswered = false
  let failure: RecipisaError | undefined

  const answered = ({ answeredAt }: AnsweredPage) => {
    // An answer to this batch that came before its beginning: the clock was ahead then.
    batches.countFrom(id, answeredAt)
    requests.done++
    fruitless = 0
    hasAnswered = true
    outage.answered()
  }
  const failed = (cuis: readonly string[], error: RecipisaError) => {
    batches.fail(id, register, cuis, toErrorBody(error))
  }
  /** Nobody of a question has a usable answer: the others may still get theirs. */
  const leaveOut = (cuis: readonly string[], error: RecipisaError) => {
    if (++fruitless >= MOST_FRUITLESS) throw error
    failure = error
    requests.done++
    failed(cuis, error)
  }

  const askDirectly = async (cuis: readonly string[], onSent: () => void) => {
    let asked = 0
    const store = (page: AnsweredPage) => {
      lookups.storeAnswers(register, day, page)
      if (asked++ > 0) requests.total++ // the question went out in parts
      answered(page)
    }
    await askRegister({ register, cuis, day }, { ...chunks, signal, onSent, answered: store, failed })
  }

  const askThroughAsync = async (cuis: readonly string[], onSent: () => void) => {
    const page = await askAsync(chunks, { cuis, day }, signal, onSent)
    requests.total += ASYNC_REQUESTS - 1
    requests.done += ASYNC_REQUESTS - 1
    answered(page)
    for (const cui of silentOf(page, cuis)) failed([cui], new RecipisaError('register-silent', { cui }))
  }

  /** After the first tries, every other try, because either service may come back first. */
  const isForAsync = (tries: number) =>
    register === 'vat' &&
    (chunks.throughAsync || asyncLeft > 0 || (tries > TRIES_BEFORE_ASYNC && (tries - TRIES_BEFORE_ASYNC) % 2 === 1))

  const ask = async (cuis: readonly string[], onSent: () => void) => {
    for (let tries = 1; ; tries++) {
      const isAsync = isForAsync(tries)
      try {
        if (!isAsync) return await askDirectly(cuis, onSent)
        asyncLeft = Math.max(0, asyncLeft - 1)
        await askThroughAsync(cuis, onSent)
        if (tries > TRIES_BEFORE_ASYNC) asyncLeft = ASYNC_QUESTIONS
        return
      } catch (error) {
        signal.throwIfAborted()
        const shown = explain(error)
        if (isAsync) asyncLeft = 0
        if (failureClassOf(shown) === 'own' && !isAsync) return leaveOut(cuis, shown)
        if (failureClassOf(shown) === 'stop' || (chunks.isAwaited && pauseEndOf(shown) !== undefined)) throw shown
        await outage.wait(shown, tries, signal)
      }
    }
  }

  /** Resolves when the question has left. */
  const start = async (cuis: readonly string[]) => {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    const work = ask(cuis, resolve)
      .catch(chunks.fail)
      .finally(() => {
        underWay.delete(work)
        resolve()
      })
    underWay.add(work)
    await left
  }

  for (let from = 0; ; ) {
    // During an outage the questions under way retry; new ones would only queue up.
    while (underWay.size >= MAX_UNDER_WAY || (outage.error && underWay.size > 0)) await Promise.race(underWay)
    if (signal.aborted) break
    const next = batches.missing(id, register, { from, limit: most })
    const last = next.at(-1)
    if (!last) break
    from = last.position + 1
    await start(next.map(({ cui }) => cui))
  }
  await Promise.all(underWay)
  signal.throwIfAborted()
  if (failure && !hasAnswered) throw failure
}
