import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { fold } from '../../../shared/text/search-words.ts'
import { BUSY, resultCode } from '../../process/sqlite-code.ts'
import { forgetCleanEnd, hasCleanEnd, isMarked, isOpenElsewhere, markChecked, markCleanEnd } from './clean-end.ts'
import { MIGRATIONS } from './schema/schema.ts'
import { isJsonColumn, TORN_JSON } from './schema/schema-json.ts'
import { explain, isDamage } from './sqlite-errors.ts'

/** How long a statement waits for another process's transaction, and for one that brings the schema up to date, ms. */
const PATIENCE = { statement: 10_000, migration: 300_000 }
type Patience = typeof PATIENCE
type OpenOptions = {
  patience?: Patience
  /** Checks the whole database, however it was closed. */
  isDoubted?: boolean
}
/** Largest database to check as a whole at each opening, bytes: that takes some milliseconds. */
const SMALL = 8 * 1024 * 1024
/**
 * Tables that grow with the documents. A larger database that was closed cleanly is checked without them
 * (docs/decisions/0053).
 */
const LARGE = ['messages', 'day_counts', 'invoice_vat', 'mail']

export type SqlParams = Record<string, SQLInputValue>

/** A statement, and the names of its values that come from JSON columns. */
type Prepared = { statement: StatementSync; json: readonly string[] }

/**
 * SQLite for several processes at once: WAL, and short immediate transactions. Throws `database-corrupt` or
 * `storage-failed`, which name the file.
 *
 * Commits are not synced one by one (`synchronous=NORMAL`): after a loss of power the database is whole, but the latest
 * commits can be missing, never an earlier one without the later ones. So a company's `listedUntil` never outlives its
 * entries. Data whose loss would be costly to the person or the authority is committed `durable`.
 */
export class Database {
  readonly path: string
  readonly #db: DatabaseSync
  /** Whether a part of it was unreadable. */
  #isDamaged = false
  readonly #statements = new Map<string, Prepared>()
  readonly #runs = new Map<string, StatementSync>()

  private constructor(path: string, db: DatabaseSync) {
    this.path = path
    this.#db = db
    // For searches in rows without a folded column or a day of their own, and for steps of the schema; no trigger or index
    // may depend on them.
    db.function('fold', { deterministic: true }, text => fold(String(text ?? '')))
    db.function('romania_day', { deterministic: true }, epochMs => romaniaDay(Number(epochMs)))
  }

  /** Opens or creates the file so that only its owner can read it, checks it, and brings its schema up to date. */
  static async open(path: string, options: OpenOptions = {}): Promise<Database> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await Database.#openOnce(path, options)
      } catch (error) {
        // If two processes create the file at once, SQLite refuses the switch to WAL without waiting.
        if (resultCode(error) !== BUSY || attempt >= 20) throw explain(error, path)
        await wait(50)
      }
    }
  }

  static async #openOnce(path: string, { patience = PATIENCE, isDoubted = false }: OpenOptions): Promise<Database> {
    // We create the file, rather than SQLite, to set its mode; -wal and -shm inherit it. An existing file stays closed:
    // on POSIX systems, closing it would give up the locks of this process's other connections.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    const { size, mode } = statSync(path)
    const isLarge = size > SMALL
    const isClean = isLarge && hasCleanEnd(path)
    const isShared = isLarge && !isClean && isOpenElsewhere(path)
    // A changed mode would count as a change of the file.
    if ((mode & 0o777) !== 0o600) await chmod(path, 0o600)
    const database = new Database(path, new DatabaseSync(path, { timeout: patience.statement }))
    try {
      database.#db.exec('PRAGMA journal_mode = WAL')
      database.#db.exec('PRAGMA synchronous = NORMAL')
      const isTrusted = !isDoubted && (isClean || (isShared && isMarked(path)))
      database.#check(isTrusted ? 'quick' : 'whole')
      if (isLarge && !isTrusted) markChecked(path)
      database.#migrate(patience)
      return database
    } catch (error) {
      database.#isDamaged ||= isDamage(error)
      database.close()
      throw error
    }
  }

  /** Checks an existing file as opening does, but changes nothing; returns its schema version. */
  static inspect(path: string): number {
    try {
      const database = new Database(path, new DatabaseSync(path, { readOnly: true, timeout: PATIENCE.statement }))
      try {
        database.#check('whole')
        const version = database.#version()
        if (version > MIGRATIONS.length) throw new RecipisaError('database-newer', { path })
        return version
      } finally {
        database.#db.close()
      }
    } catch (error) {
      throw explain(error, path)
    }
  }

  get<T>(sql: string, params: SqlParams = {}): T | undefined {
    const { statement, json } = this.#prepare(sql)
    const row = this.#guard(() => statement.get(params))
    if (row && json.length > 0) this.#mustBeWhole(row, json)
    return row as T | undefined
  }

  all<T>(sql: string, params: SqlParams = {}): T[] {
    const { statement, json } = this.#prepare(sql)
    const rows = this.#guard(() => statement.all(params))
    if (json.length > 0) for (const row of rows) this.#mustBeWhole(row, json)
    return rows as T[]
  }

  /** Runs a statement; returns the number of changed rows. */
  run(sql: string, params: SqlParams = {}): number {
    return this.#guard(() => Number(this.#prepareRun(sql).run(params).changes))
  }

  /**
   * Makes the checks that opening has no time for: the indexes against their tables, and every JSON text. Throws
   * `database-corrupt`.
   */
  examine(): void {
    const [check] = this.all<{ integrity_check: string }>('PRAGMA integrity_check(1)')
    if (check?.integrity_check !== 'ok' || TORN_JSON.some(torn => this.get(torn) !== undefined)) this.#isCorrupt()
  }

  /** Runs `work` in one immediate transaction; an exception rolls it back. */
  transaction<T>(work: () => T): T {
    if (this.#db.isTransaction) return work()
    this.#guard(() => this.#db.exec('BEGIN IMMEDIATE'))
    try {
      const value = work()
      this.#guard(() => this.#db.exec('COMMIT'))
      return value
    } catch (error) {
      // After some failures (a full disk) SQLite has already rolled back.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** Like `transaction`, but survives a loss of power once it has returned. */
  durable<T>(work: () => T): T {
    this.#guard(() => this.#db.exec('PRAGMA synchronous = FULL'))
    try {
      return this.transaction(work)
    } finally {
      this.#guard(() => this.#db.exec('PRAGMA synchronous = NORMAL'))
    }
  }

  /** Differs after each change of the database, by any process; meaningless to another connection. */
  revision(): string {
    const row = this.get<{ own: number; others: number }>(
      'SELECT total_changes() AS own, data_version AS others FROM pragma_data_version',
    )
    return `${row?.own} ${row?.others}`
  }

  /** Whether a newer version has brought the schema up to date since this one opened the file. */
  get isOvertaken(): boolean {
    return this.#version() > MIGRATIONS.length
  }

  close(): void {
    if (!this.#db.isOpen) return
    this.#db.close()
    if (this.#isDamaged) forgetCleanEnd(this.path)
    else markCleanEnd(this.path)
  }

  get isOpen(): boolean {
    return this.#db.isOpen
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#compile(sql)
    const ofJson = statement.columns().filter(({ table, column }) => isJsonColumn(table, column))
    const prepared = { statement, json: ofJson.map(({ name }) => name) }
    this.#statements.set(sql, prepared)
    return prepared
  }

  /** Node returns the last rowid with each result, and those inside a full-text index exceed its numbers. */
  #prepareRun(sql: string): StatementSync {
    const known = this.#runs.get(sql)
    if (known) return known
    const statement = this.#compile(sql)
    statement.setReadBigInts(true)
    this.#runs.set(sql, statement)
    return statement
  }

  #compile(sql: string): StatementSync {
    const statement = this.#guard(() => this.#db.prepare(sql))
    // Most callers pass one object to several statements of a transaction.
    statement.setAllowUnknownNamedParameters(true)
    return statement
  }

  /** A page has no checksum: a torn one can look whole to SQLite while its texts are no longer JSON. */
  #mustBeWhole(row: Record<string, unknown>, json: readonly string[]): void {
    for (const name of json) {
      const text = row[name]
      if (typeof text === 'string' && !isJson(text)) this.#isCorrupt()
    }
  }

  #isCorrupt(): never {
    this.#isDamaged = true
    throw new RecipisaError('database-corrupt', { path: this.path })
  }

  #migrate({ statement, migration }: Patience): void {
    if (this.#version() === MIGRATIONS.length) return
    // After an update several processes start at once, and the first has to go through all documents.
    this.#db.exec(`PRAGMA busy_timeout = ${migration}`)
    this.transaction(() => {
      const version = this.#version()
      if (version > MIGRATIONS.length) throw new RecipisaError('database-newer', { path: this.path })
      for (const step of MIGRATIONS.slice(version)) this.#db.exec(step)
      this.#db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
    })
    this.#db.exec(`PRAGMA busy_timeout = ${statement}`)
  }

  /** A database without the tables of its version belongs to another program, or is an incomplete one of ours. */
  #check(extent: 'whole' | 'quick'): void {
    for (const what of extent === 'whole' ? ['1'] : this.#smallTables()) {
      const [check] = this.#db.prepare(`PRAGMA quick_check(${what})`).all()
      if (check?.quick_check !== 'ok') this.#isCorrupt()
    }
    // Reads the version first: another process may bring the schema up to date meanwhile.
    const steps = MIGRATIONS.slice(0, this.#version())
    const expected = steps.flatMap(step => [...step.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name))
    const present = new Set(this.all<{ name: string }>('SELECT name FROM sqlite_schema').map(({ name }) => name))
    if (!expected.every(name => present.has(name))) this.#isCorrupt()
  }

  #smallTables(): string[] {
    const tables = this.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)
    return tables
      .map(({ name }) => name)
      .filter(name => !LARGE.some(large => name === large || name.startsWith(`${large}_`)))
  }

  #version(): number {
    return Number(this.#db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
  }

  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.#isDamaged ||= isDamage(error)
      throw explain(error, this.path)
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
