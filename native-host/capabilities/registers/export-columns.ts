import {
  MEMBER_REGISTERS,
  type MemberRegister,
  perMemberRegister,
  REGISTER_FIELDS,
} from '../../../shared/domain/register-names.ts'
import type { Register } from '../../../shared/domain/registers.ts'
import { romaniaMinute } from '../../../shared/domain/romania-time.ts'
import { vatPeriod } from '../../../shared/domain/vat-period.ts'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import type { RowProblem } from '../../../shared/protocol/registers/batches.ts'
import type { CompanyLookup, RegisterAnswer } from '../../../shared/protocol/registers/lookups.ts'

/** A column of the exported table, always in Romanian, whatever the program's language. */
export type Column<T> = { head: string; cell: (of: T) => string }

export const ROW_PROBLEMS: Readonly<Record<RowProblem, string>> = {
  empty: 'fără CUI',
  'no-number': 'nu este un CUI',
  'personal-number': 'cod numeric personal',
  'too-short': 'prea scurt',
  'too-long': 'prea lung',
}

/** The state of a register's answer in words. */
function state(answer: RegisterAnswer | null, found: string): string {
  if (answer === null) return ''
  if (answer.state === 'found') return found
  if (answer.state === 'not-found') return 'nu este în registru'
  return answer.error ? sentence(answer.error) : 'neverificat'
}

function sentence(body: ErrorBody): string {
  const error = fromErrorBody(body)
  return error ? describeReason(error.reason, error.params, 'ro').what : body.message
}

const yes = (value: boolean | undefined): string => (value === undefined ? '' : value ? 'DA' : 'NU')
const period = ({ vat }: CompanyLookup) => vat?.record && vatPeriod(vat.record)

/** Wall time in Romania, `yyyy-MM-dd HH:mm`. */
function moment(epochMs: number | null | undefined): string {
  if (epochMs === null || epochMs === undefined) return ''
  return romaniaMinute(epochMs).replace('T', ' ')
}

const VAT: readonly Column<CompanyLookup>[] = [
  { head: 'Registrul TVA', cell: ({ vat }) => state(vat, 'găsit') },
  { head: 'Denumire', cell: ({ vat }) => vat?.record?.name ?? '' },
  { head: 'Adresă', cell: ({ vat }) => vat?.record?.address ?? '' },
  { head: 'Nr. registrul comerțului', cell: ({ vat }) => vat?.record?.registrationNumber ?? '' },
  { head: 'Cod CAEN', cell: ({ vat }) => vat?.record?.caen ?? '' },
  { head: 'Stare înregistrare', cell: ({ vat }) => vat?.record?.registrationState ?? '' },
  { head: 'Plătitor de TVA', cell: ({ vat }) => yes(vat?.record?.vat.isPayer) },
  { head: 'TVA din', cell: lookup => period(lookup)?.from ?? '' },
  { head: 'TVA până la', cell: lookup => period(lookup)?.to ?? '' },
  { head: 'TVA la încasare', cell: ({ vat }) => yes(vat?.record?.vatOnCollection.applies) },
  { head: 'TVA la încasare din', cell: ({ vat }) => vat?.record?.vatOnCollection.from ?? '' },
  { head: 'TVA la încasare până la', cell: ({ vat }) => vat?.record?.vatOnCollection.to ?? '' },
  { head: 'Inactiv', cell: ({ vat }) => yes(vat?.record?.inactive.isInactive) },
  { head: 'Inactiv din', cell: ({ vat }) => vat?.record?.inactive.since ?? '' },
  { head: 'Reactivat la', cell: ({ vat }) => vat?.record?.inactive.reactivatedOn ?? '' },
  { head: 'Radiat', cell: ({ vat }) => yes(vat?.record?.inactive.isStruckOff) },
  { head: 'Radiat la', cell: ({ vat }) => vat?.record?.inactive.struckOffOn ?? '' },
  { head: 'Plata defalcată a TVA', cell: ({ vat }) => yes(vat?.record?.splitVat.applies) },
  {
    // The register is voluntary, and a company outside it receives e-invoices all the same (P-12).
    head: 'Registrul opțional RO e-Factura',
    cell: ({ vat }) => {
      const record = vat?.record?.eInvoicing
      if (!record) return ''
      return record.isRegistered ? 'în registrul opțional' : 'nu este în registrul opțional'
    },
  },
  { head: 'În registrul opțional din', cell: ({ vat }) => vat?.record?.eInvoicing.since ?? '' },
  { head: 'Organ fiscal', cell: ({ vat }) => vat?.record?.fiscalAuthority ?? '' },
  { head: 'Formă juridică', cell: ({ vat }) => vat?.record?.legalForm ?? '' },
  { head: 'Răspuns TVA la', cell: ({ vat }) => moment(vat?.answeredAt) },
]

const E_INVOICING: readonly Column<CompanyLookup>[] = [
  { head: 'Registrul RO e-Factura', cell: ({ eInvoicing }) => state(eInvoicing, 'găsit') },
  { head: 'RO e-Factura: denumire', cell: ({ eInvoicing }) => eInvoicing?.record?.name ?? '' },
  { head: 'RO e-Factura: registru', cell: ({ eInvoicing }) => eInvoicing?.record?.register ?? '' },
  { head: 'RO e-Factura: categorie', cell: ({ eInvoicing }) => eInvoicing?.record?.category ?? '' },
  {
    head: 'RO e-Factura: stare',
    cell: ({ eInvoicing }) => eInvoicing?.record?.state || yes(eInvoicing?.record?.isRegistered ?? undefined),
  },
  { head: 'RO e-Factura: înscriere', cell: ({ eInvoicing }) => eInvoicing?.record?.registeredOn ?? '' },
  { head: 'RO e-Factura: renunțare', cell: ({ eInvoicing }) => eInvoicing?.record?.renouncedOn ?? '' },
  { head: 'RO e-Factura: radiere', cell: ({ eInvoicing }) => eInvoicing?.record?.removedOn ?? '' },
  { head: 'RO e-Factura: opțiune B2G', cell: ({ eInvoicing }) => eInvoicing?.record?.b2gOn ?? '' },
  { head: 'Răspuns RO e-Factura la', cell: ({ eInvoicing }) => moment(eInvoicing?.answeredAt) },
]

/** Membership is read from the boolean only (P-05). */
function memberColumns(register: MemberRegister): readonly Column<CompanyLookup>[] {
  const name = MEMBER_REGISTERS[register].ro
  const of = (lookup: CompanyLookup) => lookup[REGISTER_FIELDS[register]]
  return [
    { head: name, cell: lookup => state(of(lookup), yes(of(lookup)?.record?.isMember)) },
    { head: `${name}: denumire`, cell: lookup => of(lookup)?.record?.name ?? '' },
    { head: `${name}: din`, cell: lookup => of(lookup)?.record?.from ?? '' },
    { head: `${name}: până la`, cell: lookup => of(lookup)?.record?.to ?? '' },
    { head: `${name}: la data`, cell: lookup => of(lookup)?.record?.asOf ?? '' },
  ]
}

/** The columns added by each register. */
export const REGISTER_COLUMNS: Readonly<Record<Register, readonly Column<CompanyLookup>[]>> = {
  vat: VAT,
  'e-invoicing': E_INVOICING,
  ...perMemberRegister(memberColumns),
}
