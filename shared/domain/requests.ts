import * as v from 'valibot'
import type { Reason } from '../errors/reasons.ts'
import { type ErrorParams, RecipisaError } from '../errors/recipisa-error.ts'
import { fold } from '../text/fold.ts'
import { Cui } from './values.ts'

const Year = v.pipe(v.number(), v.integer(), v.minValue(1990), v.maxValue(2100))
const Month = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))
const Text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

/** The fields of a request besides its type and company. `REQUEST_TYPES` lists each type's fields. */
export const RequestParams = v.strictObject({
  year: v.optional(Year),
  month: v.optional(Month),
  /** `motiv` of an income certificate. */
  reason: v.optional(Text),
  /** Registration number of the form whose receipt to duplicate. */
  registration: v.optional(Text),
  /** CUI of a branch. */
  branch: v.optional(Cui),
  /** First and last month of a period. */
  from: v.optional(Month),
  to: v.optional(Month),
})
export type RequestParams = v.InferOutput<typeof RequestParams>

/**
 * The requests for reports (`cerere`, docs/authority/mailbox.md): the fields of each, exactly as the service spells
 * them (S-06, S-07).
 */

export type RequestField = keyof RequestParams
/** Fields that some type requires. */
type NeededField = Exclude<RequestField, 'branch'>

/** The groups of types in a form; the locales name them. */
export const REQUEST_GROUPS = ['company', 'debts', 'filed', 'history', 'mismatches', 'person'] as const
export type RequestGroup = (typeof REQUEST_GROUPS)[number]

type Shape = {
  group: RequestGroup
  /** The subject of the report, which sorts a form's offers. The service itself decides. */
  about: 'company' | 'person' | 'either'
  required: readonly NeededField[]
  optional: readonly RequestField[]
  /** The only accepted months; all if absent. */
  months?: readonly number[]
}

const of = (group: RequestGroup, required: readonly NeededField[] = [], more: Partial<Shape> = {}): Shape => ({
  group,
  about: 'either',
  required,
  optional: [],
  ...more,
})
const yearly = (group: RequestGroup, more?: Partial<Shape>) => of(group, ['year'], more)
const monthly = (more?: Partial<Shape>) => of('filed', ['year', 'month'], more)
const ofCompany = { about: 'company' } as const
const ofPerson = { about: 'person' } as const

/** Every type, in the service's order. The key goes over the wire, letter by letter. */
const SHAPES = {
  D112Contrib: of('filed'),
  'Obligatii de plata': of('debts'),
  'Nota obligatiilor de plata': of('debts'),
  'Istoric Spatiu Virtual': of('history'),
  'Registru intrari-iesiri': of('history'),
  'DATE IDENTIFICARE': of('company', [], ofCompany),
  'VECTOR FISCAL': of('company', [], ofCompany),
  'Situatie Sintetica': of('debts'),
  InterogariBanci: of('person', [], ofPerson),
  'Fisa Rol': of('debts', [], { optional: ['branch'] }),
  'Istoric bilant': of('history', [], ofCompany),
  NeconcordanteD112CNP: of('mismatches'),

  'Bilant anual': yearly('filed', ofCompany),
  'Istoric declaratii': yearly('history'),
  D205: yearly('filed'),
  D120: yearly('filed'),
  D130: yearly('filed'),
  D101: yearly('filed'),
  D392: yearly('filed'),
  D393: yearly('filed'),
  D106: yearly('filed'),
  'Bilant semestrial': yearly('filed', ofCompany),
  D212: yearly('person', ofPerson),

  D300: monthly(),
  D390: monthly(),
  D100: monthly(),
  D112: monthly(),
  // By half-year, named by its last month.
  D208: monthly({ months: [6, 12] }),
  D394: monthly(),
  D301: monthly(),
  D180: monthly(),
  D311: monthly(),

  'Duplicat Recipisa': of('filed', ['registration']),
  'Adeverinte Venit': of('person', ['year', 'reason'], ofPerson),
  NeconcordanteD394: of('mismatches', ['year', 'from', 'to']),
} as const satisfies Readonly<Record<string, Shape>>

/** `tip`, exactly as the service spells it. */
export type RequestType = keyof typeof SHAPES
export type RequestShape = Shape & { type: RequestType }

/** The whole catalogue, in the service's order. */
export const REQUEST_TYPES: readonly RequestShape[] = Object.entries(SHAPES).map(([type, shape]) => ({
  ...shape,
  type: type as RequestType,
}))

/** The service knows this type, but does not accept it through this interface (S-07). */
const NOT_OFFERED = 'CAF'

/** `motiv` of an income certificate, sent letter by letter. */
export const INCOME_REASONS = [
  'Sanatate',
  'Cresa',
  'Gradinita',
  'Scoala',
  'Liceu',
  'Facultate',
  'Alocatia pentru copiii nou nascuti',
  'Trusou nou nascuti',
  'Alocatia de stat pentru copii',
  'Indemnizatie ajutor stimulent pentru cresterea copilului',
  'Sprijin financiar acordat la constituirea familiei',
  'Alocatia pentru sustinerea familiei',
  'Alocatia familiala complementara',
  'Somaj si stimularea fortei de munca',
  'Ajutor social',
  'Pensie',
  'Stimulent de insertie',
  'Ajutoare pentru incalzirea locuintei',
  'Ajutoare financiare pentru persoane aflate in extrema dificultate',
  'Cheltuieli cu inmormantarea persoanelor din familiile beneficiare de ajutor social',
  'Ajutoare de urgenta in caz de calamitati naturale',
  'Indemnizatia Bugetul personal complementar pentru persoana cu handicap',
  'Alocatia de plasament',
  'Indemnizatia pentru insotitor',
  'Alocatia lunara de hrana pentru copiii cu handicap de tip HIV SIDA',
  'Ajutor anual pentru veteranii de razboi',
  'Institutie financiar bancara asigurare etc.',
  'Executor judecatoresc',
  'Autoritati straine',
  'Altele',
] as const

/** The type with exactly this spelling. */
export const requestShape = (type: string): RequestShape | undefined => REQUEST_TYPES.find(known => known.type === type)

/** The exact spelling of a type that a person wrote in any case and spacing; undefined if there is none. */
export function requestTypeLike(text: string): RequestType | undefined {
  const plain = (type: string) => type.trim().replace(/\s+/g, ' ').toLowerCase()
  return REQUEST_TYPES.find(({ type }) => plain(type) === plain(text))?.type
}

/**
 * The exact spelling of a `motiv` that a person wrote in any case, with or without accents; undefined if there is none.
 */
export function incomeReasonLike(text: string): string | undefined {
  return INCOME_REASONS.find(reason => fold(reason) === fold(text))
}

const MISSING = {
  year: 'request-year-missing',
  month: 'request-month-missing',
  reason: 'request-reason-missing',
  registration: 'request-registration-missing',
  from: 'request-period-missing',
  to: 'request-period-missing',
} as const satisfies Readonly<Record<NeededField, Reason>>

/** The problems of a request that are visible before sending. `params.field` of each error names its field, if any. */
export function problemsOf(type: string, params: RequestParams, cui: string): RecipisaError[] {
  const shape = requestShape(type)
  if (!shape) return [new RecipisaError(isNotOffered(type) ? 'request-not-offered' : 'request-type-unknown', { type })]
  const taken: readonly RequestField[] = [...shape.required, ...shape.optional]
  const given = (Object.keys(params) as RequestField[]).filter(field => params[field] !== undefined)
  const { month, reason, from, to, branch } = params
  const problem = (field: RequestField | 'cui', name: Reason, more: ErrorParams = {}) =>
    new RecipisaError(name, { type, field, ...more })
  return [
    ...(isCode(cui) ? [] : [problem('cui', 'cui-invalid', { value: cui })]),
    ...shape.required.filter(field => !given.includes(field)).map(field => problem(field, MISSING[field])),
    ...given.filter(field => !taken.includes(field)).map(field => problem(field, 'request-field-unused')),
    ...(month !== undefined && shape.months && !shape.months.includes(month)
      ? [problem('month', 'request-half-year')]
      : []),
    ...(reason !== undefined && taken.includes('reason') && !isIncomeReason(reason)
      ? [problem('reason', 'request-reason-unknown', { reason })]
      : []),
    ...(from !== undefined && to !== undefined && from > to
      ? [problem('to', 'request-period-inverted', { from, to })]
      : []),
    ...(branch !== undefined && !/^\d{2,10}$/.test(branch)
      ? [problem('branch', 'cui-invalid', { value: branch })]
      : []),
  ]
}

/** A CUI, or the 13 digits of a person's CNP. */
const isCode = (cui: string) => /^(\d{2,10}|\d{13})$/.test(cui)

const isNotOffered = (type: string) => type.trim().toUpperCase() === NOT_OFFERED

const isIncomeReason = (reason: string) => (INCOME_REASONS as readonly string[]).includes(reason)
