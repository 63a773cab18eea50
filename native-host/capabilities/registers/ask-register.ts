import type { RegisterQuery } from '../../../shared/domain/registers.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AnsweredPage } from '../../archive/registers/register-archive.ts'
import type { Registers } from '../../authority/efactura/types.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'

/** Failures in a row of questions that the register answers for nobody, after which it is the register's own. */
const IN_A_ROW = 12

export type Asking = {
  registers: Pick<Registers, 'ask'>
  explain: (error: unknown) => RecipisaError
  signal: AbortSignal
  /** Called whenever a request leaves. */
  onSent?: () => void
  /** Called at once with what was answered. */
  answered: (page: AnsweredPage) => void
  /** Called for companies that the register answers nothing for, whoever else is in the question. */
  failed: (cuis: readonly string[], error: RecipisaError) => void
}

/**
 * Asks a register about the companies of one request. A question that it refuses, or whose answer nobody understands, is
 * asked again in halves: a single company must not keep the others from their answers. Throws what would meet any other
 * question too.
 */
export async function askRegister(query: RegisterQuery, asking: Asking): Promise<void> {
  const { registers, explain, signal, onSent, answered, failed } = asking
  const waiting = [query.cuis]
  let inARow = 0
  for (let cuis = waiting.shift(); cuis !== undefined; cuis = waiting.shift()) {
    let page: AnsweredPage
    try {
      page = await registers.ask({ ...query, cuis }, signal, onSent)
    } catch (error) {
      signal.throwIfAborted()
      const shown = explain(error)
      if (failureClassOf(shown) !== 'own' || ++inARow > IN_A_ROW) throw shown
      if (cuis.length === 1) failed(cuis, shown)
      else waiting.unshift(...halves(cuis))
      continue
    }
    inARow = 0
    answered(page)
    const silent = silentOf(page, cuis)
    for (const cui of silent) failed([cui], new RecipisaError('register-silent', { cui }))
  }
}

/** Companies that were asked for and that the answer does not name. */
export function silentOf({ records, notFound }: AnsweredPage, cuis: readonly string[]): string[] {
  const named = new Set([...notFound, ...records.map(({ record }) => record.cui)])
  return cuis.filter(cui => !named.has(cui))
}

function halves(cuis: readonly string[]): [readonly string[], readonly string[]] {
  const middle = Math.ceil(cuis.length / 2)
  return [cuis.slice(0, middle), cuis.slice(middle)]
}
