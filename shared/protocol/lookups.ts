import * as v from 'valibot'
import { EInvoicingRecord, MemberRecord, Register, Statement, VatRecord } from '../domain/registers.ts'
import { ErrorBody } from './envelope.ts'
import { AskedDay, Count, Cui, Day, Moment } from './values.ts'

/**
 * What is known of a company from one register. `found`: `record` says it; `not-found`: the register answered that it
 * has no data; `pending`: nothing is known here yet and the register is being asked; `failed`: it could not be asked
 * and nothing is known here. `isStale`: the answer is an older one; with an `error` because the register could not be
 * asked now, without one (in progress) because it is being asked.
 */
const answerOf = <S extends v.GenericSchema>(record: S) =>
  v.object({
    state: v.picklist(['found', 'not-found', 'pending', 'failed']),
    record: v.nullable(record),
    /** When the register said it; null for pending and failed. */
    answeredAt: v.nullable(Moment),
    isStale: v.boolean(),
    error: v.nullable(ErrorBody),
  })

/** A company by its CUI and a day; registers that were not asked for are null. */
export const CompanyLookup = v.object({
  cui: Cui,
  /** Whether the CUI's last digit is the one that the others give (P-08). */
  hasValidCheckDigit: v.boolean(),
  day: Day,
  vat: v.nullable(answerOf(VatRecord)),
  eInvoicing: v.nullable(answerOf(EInvoicingRecord)),
  farmers: v.nullable(answerOf(MemberRecord)),
  cult: v.nullable(answerOf(MemberRecord)),
  favourite: v.boolean(),
  note: v.string(),
})
export type CompanyLookup = v.InferOutput<typeof CompanyLookup>
export type RegisterAnswer = NonNullable<CompanyLookup['vat' | 'eInvoicing' | 'farmers' | 'cult']>

/** The company's name by whichever register knows it; empty where none does. */
export function companyName({ vat, eInvoicing, farmers, cult }: CompanyLookup): string {
  return [vat, eInvoicing, farmers, cult].map(answer => answer?.record?.name ?? '').find(name => name !== '') ?? ''
}

export const StatementAnswer = v.object({
  year: v.pipe(v.number(), v.integer()),
  ...answerOf(Statement).entries,
})
export type StatementAnswer = v.InferOutput<typeof StatementAnswer>

/** A company that was looked up before, as lists show it. */
export const KnownCompany = v.object({
  cui: Cui,
  name: v.nullable(v.string()),
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
   * Companies by CUI, as people write them. Progress gives at once what is known here (what is not is `pending`); the
   * result what the registers say. Asks a register only for what is not cached for the day, or with `refresh`. Throws
   * `cui-invalid` for what is no CUI; a wrong check digit is only flagged (P-08).
   */
  'lookups.get': {
    params: v.strictObject({
      cuis: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(100)),
      registers: v.optional(v.pipe(v.array(Register), v.minLength(1)), ['vat']),
      /** Romania's today where it is not given (P-11). */
      day: v.optional(AskedDay),
      refresh: v.optional(v.boolean(), false),
      /** Through the asynchronous service; for the VAT registry only (P-07). */
      async: v.optional(v.boolean(), false),
    }),
    progress: Companies,
    result: Companies,
  },
  /** Financial statements of some years; progress and result as of `lookups.get`. */
  'lookups.statements': {
    params: v.strictObject({
      cui: v.pipe(v.string(), v.maxLength(40)),
      years: v.pipe(v.array(Year), v.minLength(1), v.maxLength(20)),
      refresh: v.optional(v.boolean(), false),
    }),
    progress: v.object({ statements: v.array(StatementAnswer) }),
    result: v.object({ statements: v.array(StatementAnswer) }),
  },
  /** Companies looked up before, the latest first; `search` goes through name, CUI and note. */
  'lookups.known': {
    params: v.strictObject({
      search: v.optional(v.string(), ''),
      favourites: v.optional(v.boolean(), false),
      limit: Limit,
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(KnownCompany), total: Count }),
  },
  /** Earlier days and moments for which a company was looked up, the latest first. */
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
  /** Takes a company off the list of known ones, with favourite and note; cached answers stay. */
  'lookups.forget': { params: v.strictObject({ cui: Cui }), result: v.object({ forgotten: v.boolean() }) },
}
