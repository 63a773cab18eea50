import * as v from 'valibot'
import type { Register, RegisterRecord } from '../../../shared/domain/registers.ts'
import { problemOf } from '../wire/schema-problem.ts'
import { WIRE_RECORDS } from './register-records.ts'
import { WireCount, WireCui } from './wire-fields.ts'

/**
 * What a register's JSON says, `refused` where its envelope carries another code than success, or what is wrong in it.
 */
export type RegisterAnswer =
  | { kind: 'page'; records: RegisterRecord[]; notFound: string[] }
  | { kind: 'refused'; note: string }
  | { kind: 'wrong'; problem: string }

/** `found` and `notFound`, with the documented envelope around them or without it (P-01). */
const Lists = v.object({
  cod: v.nullish(WireCount),
  message: v.nullish(v.string()),
  found: v.nullish(v.array(v.unknown())),
  notFound: v.nullish(v.array(WireCui), []),
})

/**
 * Reads the JSON of a register's answer. `asked` are the companies that it must speak of, each once; without them (an
 * asynchronous result) whatever it speaks of is taken.
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

/**
 * Which companies were not spoken of, or not asked for: an answer that was mixed up or cut must not pass as "no data".
 */
function mismatch(asked: ReadonlySet<string>, told: readonly string[]): string | undefined {
  const spoken = new Set(told)
  const missing = [...asked].filter(cui => !spoken.has(cui)).length
  const strange = [...spoken].filter(cui => !asked.has(cui)).length
  if (missing > 0) return `it says nothing of ${missing} of the ${asked.size} companies`
  if (strange > 0) return `it speaks of ${strange} companies that were not asked for`
  return spoken.size < told.length ? 'it speaks of a company twice' : undefined
}
