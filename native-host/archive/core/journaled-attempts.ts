import { isRecent } from '../../../shared/domain/recent.ts'
import type { Again } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Reason } from '../../../shared/errors/reasons.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database, SqlParams } from './database.ts'

/** How long an attempt waits to be sent, ms, and the reason for giving it up then. */
export type Patience = { lasts: number; reason: Reason }
/**
 * Most attempts wait for a process. The person confirmed them for that moment: after a restart of the machine nothing is
 * sent by surprise.
 */
export const WAITS_FOR_SENDER: Patience = { lasts: 5 * 60_000, reason: 'filing-not-started' }
/** How soon to check on an attempt whose sender has died, ms. */
const FIRST_CHECK = 2000

export type AttemptTable = 'attempts' | 'declarations'

/** The columns of every attempt. `started`: its first byte may have gone out. */
export type AttemptRow = {
  id: number
  state: string
  owner: string | null
  started: number
  createdAt: number
  checkedAt: number | null
}

type Attempt = { id: number; state: string; nextCheckAt: number | null }

/** The new state of an attempt that no process works on. */
type Abandoned = { state: 'unknown'; nextCheckAt: number } | { state: 'not-sent'; checkedAt: null; trouble: ErrorBody }

/** One kind of attempt: an upload or a declaration. */
type Kind<Row extends AttemptRow, A extends Attempt, Change> = {
  db: Database
  owner: Owner
  now: () => number
  table: AttemptTable
  patience: Patience
  find(id: number): Row | undefined
  /** Rows with these bytes, in any state, the latest first. */
  withContent(sha256: string): Row[]
  /** Unfinished rows, by id. */
  unfinished(): Row[]
  toAttempt(row: Row): A
  /** Writes a change into the row; an empty one is no change. */
  writeRow(id: number, change: Partial<Change> | Abandoned): void
  /** Fields that a new database must learn from the journal. */
  journaled: readonly (keyof Change)[]
  appendToJournal(attempt: A): void
  /** States that nothing changes any more. */
  isOver(state: string): boolean
  unknownId(id: number): RecipisaError
}

/** The latest line of an attempt in the journal. */
export type JournaledAttempt = {
  id: number
  createdAt: number
  state: string
  /** The number that the authority gave it, with what makes it the only one; null if there is none. */
  number: string | null
  /** Adds the row; without its number if another row has that. */
  insert(hasNumber: boolean): void
  /** Assignments (`column = :name, …`) of the fields that a database must learn, and their params. */
  change: { set: string; params: SqlParams }
}

type KeptRow = { id: number; createdAt: number; state: string; seat: string | null; number: string | null }

type Restoring = {
  db: Database
  table: AttemptTable
  /** SQL: a row's `number`. */
  number: string
  /** SQL: assignments that take a row's number away. */
  withoutNumber: string
  isOver(state: string): boolean
}

/**
 * Brings rows up to the journal: a database that has lost its latest commits is behind. A line never takes a row's
 * number or final state away, unless the number went to another attempt. A number that two attempts claim stays where
 * it is. `isOlder`: the journal is, so only missing rows are added.
 */
export function restoreAttempts(
  { db, table, number, withoutNumber, isOver }: Restoring,
  lines: readonly JournaledAttempt[],
  isOlder: boolean,
): void {
  const rows = new Map(
    db
      .all<KeptRow>(`SELECT id, created_at AS createdAt, state, seat, ${number} AS number FROM ${table}`)
      .map(row => [row.id, { ...row }]),
  )
  const rowOf = ({ id, createdAt }: JournaledAttempt) => {
    const row = rows.get(id)
    return row?.createdAt === createdAt ? row : undefined
  }
  // First, because the lines that claim these numbers may come earlier.
  const claimed = new Set(lines.map(line => line.number))
  for (const line of isOlder ? [] : lines) {
    const row = rowOf(line)
    if (!row || row.number === null || row.number === line.number || !claimed.has(row.number)) continue
    // Only a colleague's attempt loses its number for nothing.
    if (line.number === null && row.seat === null) continue
    db.run(`UPDATE ${table} SET ${withoutNumber}, state = 'unknown' WHERE id = :id`, { id: row.id })
    Object.assign(row, { number: null, state: 'unknown' })
  }
  const holders = new Map([...rows.values()].map(row => [row.number, row.id]))
  for (const line of lines) {
    const row = rowOf(line)
    const isFree = line.number === null || (holders.get(line.number) ?? line.id) === line.id
    if (!row) line.insert(isFree)
    else if (!isOlder && isFree && !isBehind(line, row, isOver)) catchUpWithJournal(db, table, line)
    else continue
    if (isFree) holders.set(line.number, line.id)
  }
}

const isBehind = (line: JournaledAttempt, row: KeptRow, isOver: (state: string) => boolean): boolean =>
  (line.number === null && row.number !== null) || (isOver(row.state) && !isOver(line.state))

/** Writes what a line says into its row, if they differ. */
function catchUpWithJournal(
  db: Database,
  table: AttemptTable,
  { id, change: { set, params } }: JournaledAttempt,
): void {
  const differs = set
    .split(', ')
    .map(one => one.replace(' = ', ' IS NOT '))
    .join(' OR ')
  db.run(`UPDATE ${table} SET ${set} WHERE id = :id AND (${differs})`, { ...params, id })
}

/** An id that was never used in any environment: neither in the table nor in the journal. */
export function nextAttemptId(db: Database, table: AttemptTable): number {
  const row = db.get<{ last: number }>(
    `SELECT max(coalesce((SELECT max(id) FROM ${table}), 0),
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0),
      coalesce((SELECT last_id FROM journals WHERE attempts = '${table}'), 0)) AS last`,
  )
  return (row?.last ?? 0) + 1
}

/**
 * Attempts to send something to the authority, each written down before its first byte goes out: in a row, and in a
 * journal that outlives the database. An attempt is claimed for sending only once: when that process dies, the attempt
 * becomes `unknown`. This keeps a document from being sent twice.
 */
export function createJournaledAttempts<
  Row extends AttemptRow,
  A extends Attempt,
  Change extends { state?: string; nextCheckAt?: number | null },
>(kind: Kind<Row, A, Change>) {
  const { db, owner, now, table } = kind

  const known = (id: number): Row => {
    const row = kind.find(id)
    if (!row) throw kind.unknownId(id)
    return row
  }

  const isSending = (row: Row) => row.state === 'sending' && (row.started === 0 || owner.isAlive(row.owner))
  const isAbandoned = (row: Row) => row.state === 'sending' && !owner.isAlive(row.owner)

  /** Writes a change into row and journal, within the caller's transaction. Moments of checks stay out of the journal. */
  const write = (id: number, change: Partial<Change> | Abandoned): A => {
    kind.writeRow(id, change)
    const attempt = kind.toAttempt(known(id))
    if (kind.journaled.some(field => field in change)) kind.appendToJournal(attempt)
    return attempt
  }

  /** Settles an attempt that no process works on; within the caller's transaction. */
  const settleAbandoned = (row: Row): A => {
    if (!isAbandoned(row)) return kind.toAttempt(row)
    if (row.started === 1) return write(row.id, { state: 'unknown', nextCheckAt: now() + FIRST_CHECK })
    // One of a batch waits from the moment at which its predecessor was claimed (`checkedAt`).
    const { lasts, reason } = kind.patience
    if (isRecent(row.checkedAt ?? row.createdAt, lasts, now())) return kind.toAttempt(row)
    const trouble = toErrorBody(new RecipisaError(reason))
    return write(row.id, { state: 'not-sent', checkedAt: null, trouble })
  }

  /** Attempts that filed these bytes, or may have. */
  const sentBefore = (sha256: string): Row[] =>
    kind.withContent(sha256).filter(({ state }) => state !== 'rejected' && state !== 'not-sent')

  return {
    known,
    write,
    sentBefore,
    /**
     * The attempt that forbids sending these bytes; one that is being sent does so in any case. `again` is the id of the
     * latest attempt that the person knew of when confirming: a later one needs a new confirmation.
     */
    earlier(sha256: string, again: Again): A | undefined {
      // First, because one that has waited too long was not sent.
      for (const row of sentBefore(sha256)) settleAbandoned(row)
      const rows = sentBefore(sha256)
      const isConfirmed = typeof again === 'number' ? rows.every(({ id }) => id <= again) : again
      const row = rows.find(isSending) ?? (isConfirmed ? undefined : rows[0])
      return row && kind.toAttempt(row)
    },
    nextId: () => nextAttemptId(db, table),
    /** Claims an unfinished attempt, to send it or to check on it; `onSend` runs in the same transaction. */
    claim: (id: number, onSend?: () => void): A | undefined =>
      db.durable(() => {
        const row = kind.find(id)
        if (!row || owner.isAlive(row.owner)) return undefined
        const attempt = settleAbandoned(row)
        if (attempt.state === 'not-sent') return undefined
        if (kind.isOver(attempt.state) && attempt.nextCheckAt === null) return undefined
        owner.claim(table, id)
        db.run(`UPDATE ${table} SET started = 1 WHERE id = :id`, { id })
        if (attempt.state === 'sending') onSend?.()
        return attempt
      }),
    release: (id: number) => owner.release(table, id),
    isClaimed: (id: number): boolean => owner.isAlive(kind.find(id)?.owner ?? null),
    /** Writes a change; a finished attempt keeps its state. Within the caller's transaction. */
    change(row: Row, change: Change): A {
      const { state, ...rest } = change
      const keepsState = state === undefined || kind.isOver(row.state)
      return write(row.id, keepsState ? (rest as Partial<Change>) : change)
    },
    /** Unfinished attempts, by id, after settling the abandoned ones. */
    open(): A[] {
      const rows = kind.unfinished()
      // Most of the time there is nothing to settle, so nothing to write.
      const settled = rows.some(isAbandoned)
        ? db.durable(() => kind.unfinished().map(settleAbandoned))
        : rows.map(kind.toAttempt)
      return settled.filter(({ state }) => state !== 'not-sent')
    },
  }
}
