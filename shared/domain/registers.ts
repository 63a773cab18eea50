import * as v from 'valibot'
import { perMemberRegister, type REGISTER_FIELDS, REGISTER_NAMES, type RegisterName } from './register-names.ts'
import { Cui, type Day } from './values.ts'

/**
 * The authority's public registers, in the product's words (docs/authority/registers.md). A day is as the register
 * wrote it, or null if it wrote nothing (P-13); a text is empty if the register has none.
 */
const RegisterDay = v.nullable(v.string())
const Text = v.string()

export const PostalAddress = v.object({
  street: Text,
  number: Text,
  locality: Text,
  localityCode: Text,
  county: Text,
  countyCode: Text,
  /** The county's letters on number plates. */
  countyPlate: Text,
  country: Text,
  details: Text,
  postalCode: Text,
})
export type PostalAddress = v.InferOutput<typeof PostalAddress>

/** The fields that most registers share. */
const general = {
  cui: Cui,
  /** The day of the answer, according to the register (P-06). */
  asOf: RegisterDay,
  name: Text,
  address: Text,
  registrationNumber: Text,
  phone: Text,
  fax: Text,
  postalCode: Text,
  act: Text,
  registrationState: Text,
}

/** The VAT registry's answer (P-01). */
export const VatRecord = v.object({
  ...general,
  registeredOn: RegisterDay,
  caen: Text,
  iban: Text,
  /** The opt-in register of e-invoicing. `false` does not mean that the company cannot receive e-invoices (P-12). */
  eInvoicing: v.object({ isRegistered: v.boolean(), since: RegisterDay }),
  fiscalAuthority: Text,
  ownership: Text,
  organisation: Text,
  legalForm: Text,
  vat: v.object({
    isPayer: v.boolean(),
    periods: v.array(v.object({ from: RegisterDay, to: RegisterDay, cancelledOn: RegisterDay, note: Text })),
  }),
  vatOnCollection: v.object({
    applies: v.boolean(),
    from: RegisterDay,
    to: RegisterDay,
    updatedOn: RegisterDay,
    publishedOn: RegisterDay,
    act: Text,
  }),
  inactive: v.object({
    isInactive: v.boolean(),
    since: RegisterDay,
    reactivatedOn: RegisterDay,
    publishedOn: RegisterDay,
    /** Whether the company was struck off. Not every such entry names the day. */
    isStruckOff: v.boolean(),
    struckOffOn: RegisterDay,
  }),
  splitVat: v.object({ applies: v.boolean(), from: RegisterDay, to: RegisterDay }),
  registeredOffice: PostalAddress,
  fiscalDomicile: PostalAddress,
})
export type VatRecord = v.InferOutput<typeof VatRecord>

/** The e-invoicing register's answer (P-03). */
export const EInvoicingRecord = v.object({
  cui: Cui,
  name: Text,
  address: Text,
  /** The register's name, and the taxpayer's category. */
  register: Text,
  category: Text,
  registeredOn: RegisterDay,
  renouncedOn: RegisterDay,
  removedOn: RegisterDay,
  b2gOn: RegisterDay,
  /** `stare` in the register's words, empty if it is a flag. `isRegistered` is null for unknown words. */
  state: Text,
  isRegistered: v.nullable(v.boolean()),
})
export type EInvoicingRecord = v.InferOutput<typeof EInvoicingRecord>

/** The answer of a register of members. Only `isMember` says whether the company is in it (P-05). */
export const MemberRecord = v.object({ ...general, isMember: v.boolean(), from: RegisterDay, to: RegisterDay })
export type MemberRecord = v.InferOutput<typeof MemberRecord>

/** The public financial statement of a year (P-04). The set of indicators depends on the kind of taxpayer. */
export const Statement = v.object({
  year: v.pipe(v.number(), v.integer()),
  cui: Cui,
  name: Text,
  caen: Text,
  caenName: Text,
  indicators: v.array(v.object({ id: Text, value: v.nullable(v.number()), label: Text })),
})
export type Statement = v.InferOutput<typeof Statement>

/** The shape of each register's record. `vat` also has cash-basis VAT, inactivity, split VAT and company data. */
export const REGISTER_RECORDS = {
  vat: VatRecord,
  'e-invoicing': EInvoicingRecord,
  ...perMemberRegister(() => MemberRecord),
} as const satisfies Record<RegisterName, v.GenericSchema>

export type Register = RegisterName
export const Register = v.picklist(REGISTER_NAMES)
export type RegisterField = (typeof REGISTER_FIELDS)[Register]

/** The record of each register. */
export type RecordOf = { [R in Register]: v.InferOutput<(typeof REGISTER_RECORDS)[R]> }

/** A register with its record. */
export type RegisterRecord = { [R in Register]: { register: R; record: RecordOf[R] } }[Register]

/** The question of one request to a register: one day, many companies. */
export type RegisterQuery = { register: Register; cuis: readonly string[]; day: v.InferOutput<typeof Day> }
