import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { StatementAnswer } from '../../../shared/protocol/registers/lookups.ts'
import { isFreshStatement } from './freshness.ts'
import type { LookupPorts, Watch } from './ports.ts'

export type StatementRequest = { cui: string; years: readonly number[]; refresh: boolean }

/** Reads a company's financial statements, with one request per year (P-04); otherwise like `lookUp`. */
export async function readStatements(
  { archive, registers, clock, explain }: LookupPorts,
  { cui, years, refresh }: StatementRequest,
  { signal, progress }: Watch<StatementAnswer[]>,
): Promise<StatementAnswer[]> {
  const { lookups } = archive
  const distinctYears = [...new Set(years)]
  const isStored = (year: number) => {
    const stored = lookups.statement(cui, year)
    return stored !== undefined && isFreshStatement(stored, clock.now())
  }
  const pending = new Set(distinctYears.filter(year => refresh || !isStored(year)))
  const errors = new Map<number, ErrorBody>()
  const view = () =>
    distinctYears.map((year): StatementAnswer => {
      const stored = lookups.statement(cui, year)
      const error = errors.get(year) ?? null
      if (!stored)
        return { year, state: error ? 'failed' : 'pending', record: null, answeredAt: null, isStale: false, error }
      const { statement: record, answeredAt } = stored
      const isStale = error !== null || (pending.has(year) && !isStored(year))
      return { year, state: record ? 'found' : 'not-found', record, answeredAt, isStale, error }
    })

  progress(view())
  const ask = async (year: number) => {
    try {
      const statement = await registers.statement({ cui, year }, signal)
      lookups.storeStatement(cui, year, statement ?? null, clock.now())
    } catch (error) {
      signal.throwIfAborted()
      const shown = explain(error)
      if (shown.code === 'storage') throw shown
      errors.set(year, toErrorBody(shown))
    }
    pending.delete(year)
    progress(view())
  }
  await Promise.all([...pending].map(ask))
  return view()
}
