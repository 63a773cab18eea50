import { toErrorBody } from '../../../shared/errors/error-body.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { StatementAnswer } from '../../../shared/protocol/lookups.ts'
import { isFreshStatement } from './freshness.ts'
import type { LookupPorts, Watch } from './ports.ts'

export type StatementRequest = { cui: string; years: readonly number[]; refresh: boolean }

/** A company's financial statements of some years; one request each (P-04). As `lookUp` in all else. */
export async function readStatements(
  { archive, registers, clock, explain }: LookupPorts,
  { cui, years, refresh }: StatementRequest,
  { signal, progress }: Watch<StatementAnswer[]>,
): Promise<StatementAnswer[]> {
  const { lookups } = archive
  const wanted = [...new Set(years)]
  const isKept = (year: number) => {
    const kept = lookups.statement(cui, year)
    return kept !== undefined && isFreshStatement(kept, clock.now())
  }
  const pending = new Set(wanted.filter(year => refresh || !isKept(year)))
  const errors = new Map<number, ErrorBody>()
  const view = () =>
    wanted.map((year): StatementAnswer => {
      const kept = lookups.statement(cui, year)
      const error = errors.get(year) ?? null
      if (!kept)
        return { year, state: error ? 'failed' : 'pending', record: null, answeredAt: null, isStale: false, error }
      const { statement: record, answeredAt } = kept
      const isStale = error !== null || (pending.has(year) && !isKept(year))
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
