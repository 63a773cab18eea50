import * as v from 'valibot'
import type { Register, RegisterRecord } from '../../../shared/domain/registers.ts'
import { problemOf } from '../wire/schema-problem.ts'
import { WIRE_RECORDS } from './register-records.ts'
import { WireCount, WireCui } from './wire-fields.ts'

/**
 * The answer of a register: its records, the note of an envelope whose code is not success, or the first mistake in it.
 */
export type RegisterAnswer =
  | { kind: 'page'; records: RegisterRecord[]; notFound: string[] }
  | { kind: 'refused'; note: string }
  | { kind: 'wrong'; problem: string }

/** `found` and `notFound`, with the documented envelope or without it (P-01). */
const Lists = v.object({
  cod: v.nullish(WireCount),
  message: v.nullish(v.string()),
  found: v.nullish(v.array(v.unknown())),
  notFound: v.nullish(v.array(WireCui), []),
})

/**
 * Reads the JSON of a register's answer. The answer must speak of each company in `asked` exactly once. Without `asked`
 * (an asynchronous result) it may speak of any.
 */
export function parseRegisterAnswer(
  register: Register,
  value: unknown,
  asked: ReadonlySet<string> | undefined,
): RegisterAnswer {
  const lists = v.safeParse(Lists, value)
  if (!lists.success) return { kind: 'wrong', problem: problemOf(lists.issues) }
  const { cod = null, message, found, notFound } = lists.output
  if (!found) {
    if (cod !== null && cod !== 200) return { kind: 'refused', note: message || `cod ${cod}` }
    return { kind: 'wrong', problem: 'found: expected a list' }
  }
  const records = v.safeParse(v.array<v.GenericSchema<unknown, RegisterRecord>>(WIRE_RECORDS[register]), found)
  if (!records.success) return { kind: 'wrong', problem: `found.${problemOf(records.issues)}` }
  const problem = asked && mismatch(asked, [...records.output.map(({ record }) => record.cui), ...notFound])
  return problem ? { kind: 'wrong', problem } : { kind: 'page', records: records.output, notFound }
}

/** What is wrong with the set of companies in an answer: one that was mixed up or cut must not pass as "no data". */
function mismatch(asked: ReadonlySet<string>, told: readonly string[]): string | undefined {
  const spoken = new Set(told)
  const missing = [...asked].filter(cui => !spoken.has(cui)).length
  const strange = [...spoken].filter(cui => !asked.has(cui)).length
  if (missing > 0) return `it says nothing of ${missing} of the ${asked.size} companies`
  if (strange > 0) return `it speaks of ${strange} companies that were not asked for`
  return spoken.size < told.length ? 'it speaks of a company twice' : undefined
}
