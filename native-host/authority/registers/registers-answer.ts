import * as v from 'valibot'
import type { Register, RegisterRecord } from '../../../shared/domain/registers.ts'
import { problemOf } from '../wire/schema-problem.ts'
import { serviceOf } from './register-services.ts'
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
 * Reads the JSON of a register's answer. The answer must name each company in `asked` exactly once. Without `asked` (an
 * asynchronous result) it may name any.
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
  const records = v.safeParse(v.array(serviceOf(register).entry), found)
  if (!records.success) return { kind: 'wrong', problem: `found.${problemOf(records.issues)}` }
  const problem = asked && mismatch(asked, [...records.output.map(({ record }) => record.cui), ...notFound])
  return problem ? { kind: 'wrong', problem } : { kind: 'page', records: records.output, notFound }
}

/** The problem with the set of companies in an answer: a mixed-up or cut answer must not pass as "no data". */
function mismatch(asked: ReadonlySet<string>, named: readonly string[]): string | undefined {
  const spoken = new Set(named)
  const missing = [...asked].filter(cui => !spoken.has(cui)).length
  const strange = [...spoken].filter(cui => !asked.has(cui)).length
  if (missing > 0) return `it says nothing about ${missing} of the ${asked.size} companies`
  if (strange > 0) return `it names ${strange} companies that were not asked for`
  return spoken.size < named.length ? 'it names a company twice' : undefined
}
