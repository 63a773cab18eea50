import * as v from 'valibot'
import type { Statement } from '../../../shared/domain/registers.ts'
import { problemOf } from '../wire/schema-problem.ts'
import { WireCaen, WireText } from './wire-fields.ts'

/** A number, or its digits as in the other registers. */
const WireNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^-?\d+(\.\d+)?$/, 'expected a number'))]),
  v.transform(Number),
)

const Indicator = v.pipe(
  v.object({ indicator: WireText, val_indicator: v.nullish(WireNumber, null), val_den_indicator: WireText }),
  v.transform(wire => ({ id: wire.indicator, value: wire.val_indicator, label: wire.val_den_indicator })),
)

const WireStatement = v.object({
  an: v.nullish(v.pipe(WireNumber, v.integer()), 0),
  cui: v.nullish(v.pipe(WireNumber, v.integer()), 0),
  deni: WireText,
  caen: WireCaen,
  den_caen: WireText,
  i: v.nullable(v.array(Indicator)),
})

export type StatementAnswer =
  | { kind: 'statement'; statement: Statement }
  /** No indicators: there is no statement for the year. */
  | { kind: 'none' }
  | { kind: 'wrong'; problem: string }

/**
 * Reads the statement of a year (P-04). Indicators stay unchanged: an id means something else in each kind of
 * statement.
 */
export function parseStatement(value: unknown, asked: { cui: string; year: number }): StatementAnswer {
  const parsed = v.safeParse(WireStatement, value)
  if (!parsed.success) return { kind: 'wrong', problem: problemOf(parsed.issues) }
  const { an, cui, deni, caen, den_caen, i: indicators } = parsed.output
  if (indicators === null || indicators.length === 0) return { kind: 'none' }
  if (an !== asked.year || String(cui) !== asked.cui) {
    return { kind: 'wrong', problem: 'it is the statement of another company or year' }
  }
  return {
    kind: 'statement',
    statement: { year: an, cui: asked.cui, name: deni, caen, caenName: den_caen, indicators },
  }
}
