import * as v from 'valibot'
import { normalizeCui } from '../../../../shared/domain/cui.ts'
import {
  problemsOf,
  type RequestField,
  RequestParams,
  type RequestShape,
  type RequestType,
} from '../../../../shared/domain/requests.ts'
import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import type { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'

/** Values of the form's fields. Those of other types stay, for when their type is chosen again. */
export type Fields = Partial<Record<RequestField, string>>

/** A request before it is sent. */
export type RequestDraft = { type: RequestType | undefined; cuis: ReadonlySet<string>; fields: Fields }

/** The fields in the form's order. */
const ORDER: readonly RequestField[] = ['year', 'month', 'from', 'to', 'reason', 'registration', 'branch']
const NUMBERS: readonly RequestField[] = ['year', 'month', 'from', 'to']

/** The fields that a type takes. */
export function fieldsOf({ required, optional }: RequestShape): RequestField[] {
  return ORDER.filter(field => [...required, ...optional].includes(field))
}

/** Last month in Romania, which is requested most. */
export function usualFields(now: number): Fields {
  const [year = 0, month = 1] = romaniaDay(now).split('-').map(Number)
  const last = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
  return { year: String(last.year), month: String(last.month), from: '1', to: String(last.month) }
}

/** The fields with a month that the type accepts; for half-years, the last that had ended by theirs, maybe a year earlier. */
export function fittingFields({ months }: RequestShape, fields: Fields): Fields {
  const [year, month] = [Number(fields.year), Number(fields.month)]
  if (!months || months.includes(month)) return fields
  const ended = months.findLast(each => each <= month)
  if (ended !== undefined || !year || !month) return { ...fields, month: String(ended ?? months.at(-1)) }
  return { ...fields, year: String(year - 1), month: String(months.at(-1)) }
}

/**
 * The parameters of a request. Fields of other types and invalid numbers are left out. An invalid branch stays, because a
 * missing branch is allowed and the mistake would go unnoticed.
 */
export function paramsOf(shape: RequestShape, fields: Fields): RequestParams {
  const fitting = fittingFields(shape, fields)
  const given = fieldsOf(shape).flatMap(field => {
    const text = fitting[field]?.trim() ?? ''
    if (field === 'branch' && text !== '') return [[field, normalizeCui(text) ?? text]]
    const { success, output } = v.safeParse(RequestParams.entries[field], fieldValue(field, text))
    return success && output !== undefined ? [[field, output]] : []
  })
  // Each field was parsed by its schema above, a branch by `normalizeCui`.
  return Object.fromEntries(given) as RequestParams
}

function fieldValue(field: RequestField, text: string): string | number | undefined {
  if (text === '') return undefined
  return NUMBERS.includes(field) ? Number(text) : text
}

export function fieldsFrom(params: RequestParams): Fields {
  return Object.fromEntries(Object.entries(params).map(([field, value]) => [field, String(value)]))
}

/** Problems by field before anything is sent (S-06); the service may find more. */
export function problemsByField(shape: RequestShape, params: RequestParams): Map<string, RecipisaError> {
  // Companies are picked, not typed; any well-formed CUI will do.
  const problems = problemsOf(shape.type, params, '14399840')
  return new Map(problems.reverse().map(problem => [String(problem.params.field), problem]))
}

/** The parameters that stay the same next month; a favourite keeps only those. */
export function lastingParams({ reason, branch }: RequestParams): RequestParams {
  return { ...(reason === undefined ? {} : { reason }), ...(branch === undefined ? {} : { branch }) }
}

export function sameParams(a: RequestParams, b: RequestParams): boolean {
  const text = (params: RequestParams) => JSON.stringify(Object.entries(params).sort(([x], [y]) => (x < y ? -1 : 1)))
  return text(a) === text(b)
}
