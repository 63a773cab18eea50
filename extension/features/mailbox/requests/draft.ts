import * as v from 'valibot'
import { normalizeCui } from '../../../../shared/domain/cui.ts'
import {
  problemsOf,
  type RequestField,
  type RequestShape,
  type RequestType,
} from '../../../../shared/domain/requests.ts'
import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import type { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { RequestParams } from '../../../../shared/protocol/requests.ts'

/** What stands in the form's fields, those of other types too: they come back with their type. */
export type Fields = Partial<Record<RequestField, string>>

/** A request as it is being written. */
export type RequestDraft = { type: RequestType | undefined; cuis: ReadonlySet<string>; fields: Fields }

/** In the order in which the form shows them. */
const ORDER: readonly RequestField[] = ['year', 'month', 'from', 'to', 'reason', 'registration', 'branch']
const NUMBERS: readonly RequestField[] = ['year', 'month', 'from', 'to']

/** The fields that a type takes. */
export function fieldsOf({ required, optional }: RequestShape): RequestField[] {
  return ORDER.filter(field => [...required, ...optional].includes(field))
}

/** The month before this one in Romania: what is asked for most. */
export function usualFields(now: number): Fields {
  const [year = 0, month = 1] = romaniaDay(now).split('-').map(Number)
  const last = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
  return { year: String(last.year), month: String(last.month), from: '1', to: String(last.month) }
}

/** A month that the type takes: of half-years, the one that ended last. */
export function monthOf({ months }: RequestShape, month: string | undefined): string | undefined {
  if (!months || months.includes(Number(month))) return month
  return String([...months].reverse().find(each => each <= Number(month)) ?? months.at(-1))
}

/**
 * What a request of the type says; what the fields hold of other types, or no number can be made of, is left out. Not so a
 * branch that is no CUI: it may be missing, so that nobody would be told.
 */
export function paramsOf(shape: RequestShape, fields: Fields): RequestParams {
  const given = fieldsOf(shape).flatMap(field => {
    const text = (field === 'month' ? monthOf(shape, fields.month) : fields[field])?.trim() ?? ''
    if (field === 'branch' && text !== '') return [[field, normalizeCui(text) ?? text]]
    const { success, output } = v.safeParse(RequestParams.entries[field], fieldValue(field, text))
    return success && output !== undefined ? [[field, output]] : []
  })
  // Each field went through its own schema above, a branch through `normalizeCui`.
  return Object.fromEntries(given) as RequestParams
}

function fieldValue(field: RequestField, text: string): string | number | undefined {
  if (text === '') return undefined
  return NUMBERS.includes(field) ? Number(text) : text
}

export function fieldsFrom(params: RequestParams): Fields {
  return Object.fromEntries(Object.entries(params).map(([field, value]) => [field, String(value)]))
}

/** What is wrong before anything is sent, by the field that it is about (S-06); the service itself has the last word. */
export function problemsByField(shape: RequestShape, params: RequestParams): Map<string, RecipisaError> {
  // The companies are chosen, not written: any that is well formed does.
  const problems = problemsOf(shape.type, params, '14399840')
  return new Map(problems.reverse().map(problem => [String(problem.params.field), problem]))
}

/** The part of a request that is the same next month: a favourite keeps that only. */
export function lastingParams({ reason, branch }: RequestParams): RequestParams {
  return { ...(reason === undefined ? {} : { reason }), ...(branch === undefined ? {} : { branch }) }
}

export function sameParams(a: RequestParams, b: RequestParams): boolean {
  const text = (params: RequestParams) => JSON.stringify(Object.entries(params).sort(([x], [y]) => (x < y ? -1 : 1)))
  return text(a) === text(b)
}
