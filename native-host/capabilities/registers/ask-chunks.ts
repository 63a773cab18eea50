import type { Register } from '../../../shared/domain/registers.ts'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AnsweredPage } from '../../archive/registers/register-archive.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'
import { pauseEndOf } from '../../jobs/pauses.ts'
import { askRegister, silentOf } from './ask-register.ts'
import { askAsync } from './ask-async.ts'
import type { Outage } from './outage.ts'
import type { BatchPorts } from './run-batch.ts'

/** Questions under way at once: answers of several seconds still leave a question a second. */
const UNDER_WAY = 8
/** Tries of the VAT registry (each of some requests) before the asynchronous service, and for how many questions then. */
const TRIES_BEFORE_ASYNC = 1
const STAYS_ASYNC = 20
/** Requests that a question to the asynchronous service takes: the question and its result. */
const ASYNC_REQUESTS = 2

type Chunks = BatchPorts & {
  id: number
  register: Register
  day: string
  throughAsync: boolean
  /** Companies that one question takes. */
  most: number
  outage: Outage
  /** Counted here: a question that is asked in parts is more than one. */
  requests: { done: number; total: number }
  /** Ends the batch. */
  fail: (error: unknown) => void
}

/**
 * Asks one register about all companies of a batch that it has not answered for. A question waits for its turn only when
 * the one before has left, so that whoever looks up a single company meanwhile has the next turn but one.
 */
export async function askChunks(chunks: Chunks, signal: AbortSignal): Promise<void> {
  const { archive, id, register, day, most, outage, requests, explain } = chunks
  const { batches, lookups } = archive
  const underWay = new Set<Promise<void>>()
  let asyncLeft = 0

  const answered = () => {
    requests.done++
    outage.answered()
  }
  const failed = (cuis: readonly string[], error: RecipisaError) => {
    batches.fail(id, register, cuis, toErrorBody(error))
  }

  const askDirectly = async (cuis: readonly string[], onSent: () => void) => {
    let asked = 0
    const keep = (page: AnsweredPage) => {
      lookups.keep(register, day, page)
      if (asked++ > 0) requests.total++ // the question was asked in parts
      answered()
    }
    await askRegister({ register, cuis, day }, { ...chunks, signal, onSent, answered: keep, failed })
  }

  const askThroughAsync = async (cuis: readonly string[], onSent: () => void) => {
    const page = await askAsync(chunks, { cuis, day }, signal, onSent)
    requests.total += ASYNC_REQUESTS - 1
    requests.done += ASYNC_REQUESTS - 1
    answered()
    for (const cui of silentOf(page, cuis)) failed([cui], new RecipisaError('register-silent', { cui }))
  }

  /** Beyond the first tries, every other one: whichever of the two services comes back first. */
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
        if (tries > TRIES_BEFORE_ASYNC) asyncLeft = STAYS_ASYNC
        return
      } catch (error) {
        signal.throwIfAborted()
        const shown = explain(error)
        if (isAsync) asyncLeft = 0
        if (failureClassOf(shown) !== 'systemic' && !isAsync) throw shown
        if (failureClassOf(shown) === 'stop' || (chunks.isAwaited && pauseEndOf(shown) !== undefined)) throw shown
        await outage.wait(shown, tries, signal)
      }
    }
  }

  /** Returns when the question has left. */
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
    // While nothing goes through, those under way try; new ones would only queue up.
    while (underWay.size >= UNDER_WAY || (outage.error && underWay.size > 0)) await Promise.race(underWay)
    if (signal.aborted) break
    const next = batches.missing(id, register, { from, limit: most })
    const last = next.at(-1)
    if (!last) break
    from = last.position + 1
    await start(next.map(({ cui }) => cui))
  }
  await Promise.all(underWay)
  signal.throwIfAborted()
}
