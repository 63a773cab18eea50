import * as v from 'valibot'
import { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { DeclarationJournal } from '../core/journal.ts'
import { nextAttemptId } from '../core/journaled-attempts.ts'
import {
  blank,
  changeParams,
  DECLARATION_COLUMNS,
  DECLARATION_TABLES,
  type DeclarationRow,
  insertDeclaration,
  toDeclaration,
} from '../declarations/declaration-rows.ts'
import type { ExchangeArea } from './exchange.ts'
import { FILED_FIRST, isNews, OPEN, wasNotFiled } from './filing-news.ts'

/** The facts that are the same for every seat. */
const FACTS = [
  'state',
  'cui',
  'companyName',
  'form',
  'period',
  'fileName',
  'sha256',
  'size',
  'filingNumber',
  'registrationNumber',
  'filedOn',
  'createdAt',
  'findings',
  'seat',
] as const
const DeclarationBody = v.pick(Declaration, FACTS)

/** States that others learn about: the authority has the declaration, or may have it. */
const SHARED: ReadonlySet<string> = new Set(['unknown', 'processing', 'valid', 'has-errors', 'not-a-document'])

/** The companies of the declarations with this number; null if it is not known whose one is. */
export const holdersOf = (db: Database, filingNumber: string | null): (string | null)[] =>
  db
    .all<{ cui: string | null }>(
      'SELECT cui FROM declarations WHERE filing_number = :filingNumber AND is_counter = 0',
      { filingNumber },
    )
    .map(({ cui }) => cui)

/**
 * Declarations by content, or by number if nobody has the bytes. A declaration of another seat also stands in this
 * journal, so that its bytes are not submitted from here. Counter-entries, and declarations that only a page has
 * reported, stay.
 */
export function createDeclarationArea(db: Database, journal: DeclarationJournal, now: () => number): ExchangeArea {
  const latest = (key: string, and = '', params: SqlParams = {}) =>
    db.get<DeclarationRow>(
      `SELECT ${DECLARATION_COLUMNS} FROM ${DECLARATION_TABLES}
        WHERE (d.sha256 = :key OR 'n' || d.filing_number = :key) AND d.is_counter = 0 AND d.unconfirmed = 0 ${and}
        ${FILED_FIRST('d.state', 'd.id')} LIMIT 1`,
      { key, ...params },
    )
  /** Leaves out declarations still being sent: if another seat has filed the same, this one is about to learn that. */
  const latestFiled = (key: string, and = '', params: SqlParams = {}) =>
    latest(key, `AND d.state <> 'sending' ${and}`, params)
  const numbered = (filingNumber: string | null) => (filingNumber === null ? undefined : latest(`n${filingNumber}`))
  const write = (id: number) => {
    const row = db.get<DeclarationRow>(`SELECT ${DECLARATION_COLUMNS} FROM ${DECLARATION_TABLES} WHERE d.id = :id`, {
      id,
    })
    if (row) journal.append(toDeclaration({ ...row }, now()))
  }
  return {
    area: 'declarations',
    source: {
      table: 'declarations',
      columns: 'state, filing_number, registration_number, filed_on, sha256, cui',
      environment: `''`,
      key: `coalesce(NEW.sha256, 'n' || NEW.filing_number)`,
      company: 'NEW.cui',
    },
    find(key) {
      const row = latest(key)
      if (!row || row.cui === null) return undefined
      const shown = toDeclaration({ ...row }, now())
      const body = v.parse(DeclarationBody, shown)
      return { company: row.cui, body, sha256: null }
    },
    nameOf({ body }) {
      const { sha256, filingNumber, cui } = v.parse(DeclarationBody, body)
      return { key: sha256 ?? `n${filingNumber}`, company: cui }
    },
    holders({ key, body }) {
      const { filingNumber } = v.parse(v.pick(Declaration, ['filingNumber']), body)
      const filed = latestFiled(key)
      return [...holdersOf(db, filingNumber), ...(filed && !wasNotFiled(filed) ? [filed.cui] : [])]
    },
    receive({ key, body, seat }) {
      const theirs = v.parse(DeclarationBody, body)
      const { state, filingNumber, registrationNumber, filedOn, findings } = theirs
      if (!SHARED.has(state)) return { wanted: false }
      const row = latestFiled(key) ?? numbered(filingNumber)
      if (row && !wasNotFiled(row)) {
        const ours = { state: row.state, number: row.filingNumber }
        const holder = numbered(filingNumber)
        if (!isNews(ours, { state, number: filingNumber }) || (holder && holder.id !== row.id)) return { wanted: false }
        const change = { state, filingNumber, registrationNumber, filedOn, findings, nextCheckAt: null, trouble: null }
        const { set, params } = changeParams(change)
        db.run(`UPDATE declarations SET ${set} WHERE id = :id`, { id: row.id, ...params })
        write(row.id)
        return { wanted: false }
      }
      // The seat's own attempt, as it was sent before this archive learnt that nothing was filed.
      const isEarlier =
        seat === null && latestFiled(key, 'AND d.created_at = :at', { at: theirs.createdAt }) !== undefined
      if (numbered(filingNumber) || isEarlier) return { wanted: false }
      const id = nextAttemptId(db, 'declarations')
      const maker = theirs.seat ?? seat
      const declaration: Declaration = {
        ...blank(id, now()),
        ...theirs,
        // A colleague's is looked up by its own seat.
        ...(maker === null ? { nextCheckAt: OPEN.has(state) ? now() : null } : { seat: maker }),
      }
      // `started`: it was sent, and no process of this machine is to send it.
      insertDeclaration(db, declaration, 1)
      write(id)
      return { wanted: false }
    },
  }
}
