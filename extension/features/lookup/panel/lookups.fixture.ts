import { REGISTER_FIELDS, REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import type {
  MemberRecord,
  PostalAddress,
  RegisterField,
  Statement,
  VatRecord,
} from '../../../../shared/domain/registers.ts'
import type { Batch, BatchRow, ListInspection } from '../../../../shared/protocol/registers/batches.ts'
import type { CompanyLookup, KnownCompany, StatementAnswer } from '../../../../shared/protocol/registers/lookups.ts'

/** Register answers, lists and batches for tests. */

const ADDRESS: PostalAddress = {
  street: 'Str. Mihai Eminescu',
  number: '12',
  locality: 'Cluj-Napoca',
  localityCode: '1',
  county: 'CLUJ',
  countyCode: '12',
  countyPlate: 'CJ',
  country: 'ROMANIA',
  details: '',
  postalCode: '400123',
}

export function vatRecordOf(changes: Partial<VatRecord> = {}): VatRecord {
  return {
    cui: '14399840',
    asOf: '2026-11-20',
    name: 'ACME SRL',
    address: 'JUD. CLUJ, MUN. CLUJ-NAPOCA, STR. MIHAI EMINESCU NR. 12',
    registrationNumber: 'J12/345/2002',
    phone: '',
    fax: '',
    postalCode: '400123',
    act: '',
    registrationState: 'INREGISTRAT din data 15.02.2002',
    registeredOn: '2002-02-15',
    caen: '6201',
    iban: '',
    eInvoicing: { isRegistered: false, since: null },
    fiscalAuthority: 'A.J.F.P. CLUJ',
    ownership: 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON',
    organisation: 'PERSOANA JURIDICA',
    legalForm: 'SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ',
    vat: { isPayer: true, periods: [{ from: '2003-01-01', to: null, cancelledOn: null, note: '' }] },
    vatOnCollection: { applies: false, from: null, to: null, updatedOn: null, publishedOn: null, act: '' },
    inactive: {
      isInactive: false,
      since: null,
      reactivatedOn: null,
      publishedOn: null,
      isStruckOff: false,
      struckOffOn: null,
    },
    splitVat: { applies: false, from: null, to: null },
    registeredOffice: ADDRESS,
    fiscalDomicile: ADDRESS,
    ...changes,
  }
}

export function memberOf(changes: Partial<MemberRecord> = {}): MemberRecord {
  const { cui, asOf, name, address, registrationNumber, phone, fax, postalCode, act, registrationState } = vatRecordOf()
  const general = { cui, asOf, name, address, registrationNumber, phone, fax, postalCode, act, registrationState }
  return { ...general, isMember: false, from: null, to: null, ...changes }
}

/** A register's answer at a moment. */
export function found<T>(record: T, answeredAt = 0) {
  return { state: 'found' as const, record, answeredAt, isStale: false, error: null }
}
export const NOT_FOUND = { state: 'not-found', record: null, answeredAt: 0, isStale: false, error: null } as const
export const PENDING = { state: 'pending', record: null, answeredAt: null, isStale: false, error: null } as const

export function knownOf(cui: string, name: string): KnownCompany {
  return { cui, name, givenName: null, lookedUpAt: 1, favourite: false, note: '' }
}

const NONE_ASKED = Object.fromEntries(REGISTER_NAMES.map(name => [REGISTER_FIELDS[name], null])) as Record<
  RegisterField,
  null
>

export function lookupOf(changes: Partial<CompanyLookup> = {}): CompanyLookup {
  return {
    cui: '14399840',
    hasValidCheckDigit: true,
    day: '2026-11-20',
    ...NONE_ASKED,
    favourite: false,
    note: '',
    ...changes,
  }
}

export function statementOf(year: number, indicators: Statement['indicators']): StatementAnswer {
  const record = { year, cui: '14399840', name: 'ACME SRL', caen: '6201', caenName: 'Software', indicators }
  return { year, ...found(record) }
}

const COUNTS = { rows: 5, companies: 2, duplicates: 1, wrongCheckDigit: 1, invalid: 2 }

export function inspectionOf(changes: Partial<ListInspection> = {}): ListInspection {
  return {
    sha256: 'a'.repeat(64),
    fileName: 'lista.csv',
    format: 'csv',
    ...COUNTS,
    columns: ['Denumire', 'CUI'],
    column: 1,
    hasHead: true,
    sample: [
      { row: 1, text: 'RO 14399840', cui: '14399840', problem: null },
      { row: 2, text: '1960101223344', cui: null, problem: 'personal-number' },
    ],
    requests: [
      { register: 'vat', requests: 100 },
      { register: 'farmers', requests: 20 },
    ],
    ...changes,
  }
}

export function batchOf(id: number, state: Batch['state'], changes: Partial<Batch> = {}): Batch {
  return {
    id,
    fileName: 'lista.csv',
    registers: ['vat'],
    day: '2026-11-20',
    state,
    createdAt: 0,
    endedAt: state === 'done' ? 1 : null,
    ...COUNTS,
    requestsDone: state === 'done' ? 10 : 3,
    requestsTotal: 10,
    timeLeft: state === 'running' ? 7000 : null,
    error: null,
    ...changes,
  }
}

export function rowOf(row: number, changes: Partial<BatchRow> = {}): BatchRow {
  return { row, text: 'RO 14399840', problem: null, duplicateOf: null, lookup: lookupOf(), ...changes }
}
