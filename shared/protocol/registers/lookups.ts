import * as v from 'valibot'
import { REGISTER_FIELDS, REGISTER_NAMES } from '../../domain/register-names.ts'
import { REGISTER_RECORDS, Register, type RegisterField, Statement } from '../../domain/registers.ts'
import { AskedDay, Count, Cui, Day, Moment } from '../../domain/values.ts'
import { ErrorBody } from '../../errors/error-body.ts'

/**
 * A company in one register. `found`: `record` holds the answer; `not-found`: the register has no data; `pending`: the
 * register is being asked, with no answer yet; `failed`: it could not be asked, and there is no answer. `isStale`: the
 * answer is an older one, because the register could not be asked now (with an `error`) or is being asked (without
 * one).
 */
const answerOf = <S extends v.GenericSchema>(record: S) =>
  v.object({
    state: v.picklist(['found', 'not-found', 'pending', 'failed']),
    record: v.nullable(record),
    /** When the register answered; null for pending and failed. */
    answeredAt: v.nullable(Moment),
    isStale: v.boolean(),
    error: v.nullable(ErrorBody),
  })

type AnswerSchemas = {
  [R in Register as (typeof REGISTER_FIELDS)[R]]: v.NullableSchema<
    ReturnType<typeof answerOf<(typeof REGISTER_RECORDS)[R]>>,
    undefined
  >
}
const answers = Object.fromEntries(
  REGISTER_NAMES.map(register => [REGISTER_FIELDS[register], v.nullable(answerOf(REGISTER_RECORDS[register]))]),
) as AnswerSchemas

/** A company by CUI and day; registers that were not asked are null. */
export const CompanyLookup = v.object({
  cui: Cui,
  /** Whether the check digit of the CUI is right (P-08). */
  hasValidCheckDigit: v.boolean(),
  day: Day,
  ...answers,
  favourite: v.boolean(),
  note: v.string(),
})
export type CompanyLookup = v.InferOutput<typeof CompanyLookup>
/** The registers' part of a lookup. */
export type Answers = Pick<CompanyLookup, RegisterField>
export type RegisterAnswer = NonNullable<CompanyLookup[RegisterField]>

export const StatementAnswer = v.object({
  year: v.pipe(v.number(), v.integer()),
  ...answerOf(Statement).entries,
})
export type StatementAnswer = v.InferOutput<typeof StatementAnswer>

/** A company that was looked up before, for lists. */
export const KnownCompany = v.object({
  cui: Cui,
  /** The register's name. */
  name: v.nullable(v.string()),
  /** A person's own name for it. */
  givenName: v.optional(v.nullable(v.string()), null),
  lookedUpAt: Moment,
  favourite: v.boolean(),
  note: v.string(),
})
export type KnownCompany = v.InferOutput<typeof KnownCompany>

const Companies = v.object({ companies: v.array(CompanyLookup) })
const Year = v.pipe(v.number(), v.integer(), v.minValue(1990), v.maxValue(2100))
const Limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100)

export const lookups = {
  /**
   * Companies by CUI, as people write them. Progress shows cached answers at once (else `pending`), and the result
   * holds the registers' answers. A register is asked only about companies not cached for the day, or with `refresh`.
   * Throws `cui-invalid` for a text that is not a CUI; a wrong check digit is only flagged (P-08).
   */
  'lookups.get': {
    params: v.strictObject({
      cuis: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(100)),
      registers: v.optional(v.pipe(v.array(Register), v.minLength(1)), ['vat']),
      /** Romania's today by default (P-11). */
      day: v.optional(AskedDay),
      refresh: v.optional(v.boolean(), false),
      /** Through the asynchronous service; only for the VAT registry (P-07). */
      async: v.optional(v.boolean(), false),
    }),
    progress: Companies,
    result: Companies,
  },
  /** A company's financial statements for several years; progress and result as for `lookups.get`. */
  'lookups.statements': {
    params: v.strictObject({
      cui: v.pipe(v.string(), v.maxLength(40)),
      years: v.pipe(v.array(Year), v.minLength(1), v.maxLength(20)),
      refresh: v.optional(v.boolean(), false),
    }),
    progress: v.object({ statements: v.array(StatementAnswer) }),
    result: v.object({ statements: v.array(StatementAnswer) }),
  },
  /** Companies looked up before, the latest first; `search` covers name, CUI and note. */
  'lookups.known': {
    params: v.strictObject({
      search: v.optional(v.string(), ''),
      favourites: v.optional(v.boolean(), false),
      limit: Limit,
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(KnownCompany), total: Count }),
  },
  /** Days and moments of a company's earlier lookups, the latest first. */
  'lookups.history': {
    params: v.strictObject({ cui: Cui, limit: Limit }),
    result: v.object({
      items: v.array(v.object({ register: Register, day: Day, answeredAt: Moment, found: v.boolean() })),
    }),
  },
  'lookups.mark': {
    params: v.strictObject({
      cui: Cui,
      favourite: v.optional(v.boolean()),
      note: v.optional(v.pipe(v.string(), v.maxLength(4000))),
    }),
    result: v.object({ company: KnownCompany }),
  },
  /** Removes a company from the known ones, with favourite and note; cached answers stay. */
  'lookups.forget': { params: v.strictObject({ cui: Cui }), result: v.object({ forgotten: v.boolean() }) },
}
