import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Declaration, DeclarationState } from '../../../shared/protocol/declarations.ts'
import { knownNameOf } from '../core/companies.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { confirmed, confirmedYear, periodMonth, periodYear } from './declaration-period.ts'
import type { DeclarationChange } from './declarations.ts'

type Row = Omit<
  Declaration,
  'period' | 'isCounter' | 'isUnconfirmed' | 'isOverdue' | 'receipt' | 'findings' | 'trouble' | 'seat'
> & {
  year: number | null
  month: number | null
  isCounter: number
  isUnconfirmed: number
  receiptUnavailable: number
  receiptArchived: number
  findings: string
  trouble: string | null
  seat: string | null
}
/** A row of `declarations`, as `DECLARATION_COLUMNS` select it. */
export type DeclarationRow = Row & { owner: string | null; started: number; outcomeAt: number | null }

/** States of a declaration that the authority has processed; a receipt confirms each. */
const OUTCOMES = ['valid', 'has-errors', 'not-a-document'] as const satisfies readonly DeclarationState[]
export const isOutcome = (state: DeclarationState) => OUTCOMES.some(outcome => outcome === state)
/** Final states. */
export const OVER: ReadonlySet<string> = new Set<DeclarationState>([...OUTCOMES, 'rejected'])
/** Fields that a new database must learn from the journal. */
export const JOURNALED = [
  'state',
  'sha256',
  'cui',
  'form',
  'period',
  'filingNumber',
  'isUnconfirmed',
  'registrationNumber',
  'filedOn',
  'findings',
] as const

/**
 * When a declaration without an outcome becomes overdue, ms: most have one within hours. Counts from when Recipisa
 * learns of the declaration, or from the end of its submission day if that is earlier.
 */
export const OVERDUE = 2 * 24 * 60 * 60 * 1000

/** The company's name, and the declaration's period. */
export const COMPANY_NAME = `coalesce(${knownNameOf('d.cui')},
  (SELECT name FROM company_names n WHERE n.cui = d.cui ORDER BY as_of DESC LIMIT 1), d.company_name)`
export const PERIOD_YEAR = periodYear('d')
export const PERIOD_MONTH = periodMonth('d')
/** The year of a declaration's period, or of its submission if the period is not known. */
export const YEAR = `coalesce(d.year, ${confirmedYear('d')}, CAST(substr(d.filed_on, 1, 4) AS INTEGER))`

export const DECLARATION_COLUMNS = `d.id, d.state, d.origin, d.owner, d.started, d.cui,
  ${COMPANY_NAME} AS companyName, d.form, ${PERIOD_YEAR} AS year, ${PERIOD_MONTH} AS month,
  d.file_name AS fileName, d.sha256, d.size, d.filing_number AS filingNumber,
  d.is_counter AS isCounter, d.unconfirmed AS isUnconfirmed, d.registration_number AS registrationNumber, d.filed_on AS filedOn,
  d.created_at AS createdAt, d.checked_at AS checkedAt, d.next_check_at AS nextCheckAt,
  d.receipt_unavailable AS receiptUnavailable, r.upload_index IS NOT NULL AS receiptArchived,
  ${confirmed('mail.id', 'd')} AS receiptMessageId,
  d.outcome_at AS outcomeAt, d.findings, d.repeats, d.trouble, d.seat`
export const DECLARATION_TABLES = `declarations d
  LEFT JOIN receipts r ON r.upload_index = d.filing_number AND r.cui = d.cui AND d.is_counter = 0`

/** Columns of a whole declaration, by the field of `rowParams`. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  state: 'state',
  origin: 'origin',
  started: 'started',
  cui: 'cui',
  companyName: 'company_name',
  form: 'form',
  year: 'year',
  month: 'month',
  fileName: 'file_name',
  sha256: 'sha256',
  size: 'size',
  filingNumber: 'filing_number',
  isCounter: 'is_counter',
  isUnconfirmed: 'unconfirmed',
  registrationNumber: 'registration_number',
  filedOn: 'filed_on',
  createdAt: 'created_at',
  checkedAt: 'checked_at',
  nextCheckAt: 'next_check_at',
  outcomeAt: 'outcome_at',
  receiptUnavailable: 'receipt_unavailable',
  findings: 'findings',
  repeats: 'repeats',
  trouble: 'trouble',
  seat: 'seat',
}
const DECLARATION_INSERT = Object.values(COLUMNS).join(', ')
const DECLARATION_VALUES = Object.keys(COLUMNS)
  .map(name => `:${name}`)
  .join(', ')

export function toDeclaration(row: DeclarationRow, now: number): Declaration {
  const { owner: _owner, started: _started, outcomeAt: _since, ...known } = row
  const { year, month, receiptUnavailable, receiptArchived, seat, ...rest } = known
  const isOpen = rest.state === 'processing' || rest.state === 'unknown'
  return {
    ...rest,
    // While a declaration is to be sent, the column holds the moment since which it waits in line.
    checkedAt: rest.state === 'sending' ? null : rest.checkedAt,
    period: year === null ? null : { year, month },
    isCounter: rest.isCounter === 1,
    isUnconfirmed: rest.isUnconfirmed === 1,
    isOverdue:
      isOpen && (now - rest.createdAt > OVERDUE || (rest.filedOn !== null && rest.filedOn < romaniaDay(now - OVERDUE))),
    receipt: receiptArchived === 1 ? 'archived' : receiptUnavailable === 1 ? 'unavailable' : 'none',
    findings: JSON.parse(rest.findings) as string[],
    trouble: rest.trouble === null ? null : (JSON.parse(rest.trouble) as ErrorBody),
    ...(seat === null ? {} : { seat }),
  }
}

/** A declaration that is still blank. */
export function blank(id: number, now: number): Declaration {
  return {
    id,
    state: 'processing',
    origin: 'elsewhere',
    cui: null,
    companyName: null,
    form: null,
    period: null,
    fileName: null,
    sha256: null,
    size: null,
    filingNumber: null,
    isCounter: false,
    isUnconfirmed: false,
    registrationNumber: null,
    filedOn: null,
    createdAt: now,
    checkedAt: null,
    nextCheckAt: null,
    isOverdue: false,
    receipt: 'none',
    receiptMessageId: null,
    findings: [],
    repeats: null,
    trouble: null,
  }
}

/**
 * Adds the row of a declaration. `started`: 1 if no process of this machine should send it. Returns the rows added.
 * `INSERT OR` is no way to settle a conflict: it would also apply to the statements of triggers.
 */
export const insertDeclaration = (
  db: Database,
  declaration: Declaration,
  started: 0 | 1,
  onConflict: '' | 'ON CONFLICT DO NOTHING' = '',
): number =>
  db.run(
    `INSERT INTO declarations (${DECLARATION_INSERT}) VALUES (${DECLARATION_VALUES}) ${onConflict}`,
    rowParams(declaration, started),
  )

function rowParams(declaration: Declaration, started: 0 | 1): SqlParams {
  const { period, isCounter, isUnconfirmed, isOverdue: _overdue, receipt, findings, trouble, ...plain } = declaration
  return {
    seat: null,
    ...plain,
    started,
    year: period?.year ?? null,
    month: period?.month ?? null,
    outcomeAt: null,
    isCounter: isCounter ? 1 : 0,
    isUnconfirmed: isUnconfirmed ? 1 : 0,
    receiptUnavailable: receipt === 'unavailable' ? 1 : 0,
    findings: JSON.stringify(findings),
    trouble: trouble && JSON.stringify(trouble),
  }
}

/** The `SET` clause and the params of a change; the clause is empty if nothing changes. */
export function changeParams(change: DeclarationChange & { outcomeAt?: number }): { set: string; params: SqlParams } {
  const { period, findings, trouble, isUnconfirmed, receiptUnavailable, ...plain } = change
  const params: SqlParams = {
    ...plain,
    ...(period === undefined ? {} : { year: period?.year ?? null, month: period?.month ?? null }),
    ...(findings === undefined ? {} : { findings: JSON.stringify(findings) }),
    ...(trouble === undefined ? {} : { trouble: trouble && JSON.stringify(trouble) }),
    ...(isUnconfirmed === undefined ? {} : { isUnconfirmed: isUnconfirmed ? 1 : 0 }),
    ...(receiptUnavailable === undefined ? {} : { receiptUnavailable: receiptUnavailable ? 1 : 0 }),
  }
  const set = Object.keys(params)
    .map(name => `${COLUMNS[name]} = :${name}`)
    .join(', ')
  return { set, params }
}
