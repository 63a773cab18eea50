import type { RegisterQuery } from '../../../shared/domain/registers.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AnsweredPage } from '../../archive/registers/register-archive.ts'
import type { Registers } from '../../authority/registers/registers.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'

/** Failed questions in a row after which the failure counts as the register's, if it has answered none before. */
const MAX_FAILURES_IN_A_ROW = 15
/** Single companies failed in a row after which the farthest ones are asked about first: neighbours are often alike. */
const IN_DOUBT = 2

export type Asking = {
  registers: Pick<Registers, 'ask'>
  explain: (error: unknown) => RecipisaError
  signal: AbortSignal
  /** Called whenever a request leaves. */
  onSent?: () => void
  /** Called at once with each answer. */
  answered: (page: AnsweredPage) => void
  /** Called for companies without an answer from the register, even when asked about alone. */
  failed: (cuis: readonly string[], error: RecipisaError) => void
}

/**
 * Asks a register about the companies of one request. A refused question, or one with an unreadable answer, is asked
 * again in halves, so that some companies do not keep the others from their answers. Throws a failure that any other
 * question would meet too.
 */
export async function askRegister(query: RegisterQuery, asking: Asking): Promise<void> {
  const { registers, explain, signal, onSent, answered, failed } = asking
  const questions = [query.cuis]
  let inARow = 0
  let singlesInARow = 0
  let hasAnswered = false
  while (questions.length > 0) {
    const isInDoubt = singlesInARow >= IN_DOUBT
    const cuis = (isInDoubt ? questions.pop() : questions.shift()) ?? []
    let page: AnsweredPage
    try {
      page = await registers.ask({ ...query, cuis }, signal, onSent)
    } catch (error) {
      signal.throwIfAborted()
      const shown = explain(error)
      if (failureClassOf(shown) !== 'own') throw shown
      if (++inARow > MAX_FAILURES_IN_A_ROW) {
        if (!hasAnswered) throw shown
        failed([...cuis, ...questions.flat()], shown)
        return
      }
      if (cuis.length === 1) {
        singlesInARow++
        failed(cuis, shown)
      } else if (isInDoubt) questions.push(...halves(cuis))
      else questions.unshift(...halves(cuis))
      continue
    }
    inARow = 0
    singlesInARow = 0
    hasAnswered = true
    answered(page)
    const silent = silentOf(page, cuis)
    for (const cui of silent) failed([cui], new RecipisaError('register-silent', { cui }))
  }
}

/** The companies of the question that the answer does not name. */
export function silentOf({ records, notFound }: AnsweredPage, cuis: readonly string[]): string[] {
  const named = new Set([...notFound, ...records.map(({ record }) => record.cui)])
  return cuis.filter(cui => !named.has(cui))
}

function halves(cuis: readonly string[]): [readonly string[], readonly string[]] {
  const middle = Math.ceil(cuis.length / 2)
  return [cuis.slice(0, middle), cuis.slice(middle)]
}
