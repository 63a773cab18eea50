import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { BUSY, resultCode } from '../../process/sqlite-code.ts'

/**
 * Beside a large database, the mark that the whole of it was checked and that no process has seen damage since. While a
 * process has it open the mark says no more; the last one to close it adds the state of the file: its length in bytes,
 * and the moment of its last change in ns. That moment (`ctime`) also changes with each write, copy and restored
 * backup, and no program can set it.
 */
const markOf = (path: string): string => `${path}-closed`
/** SQLite's log of a database. */
export const logOf = (path: string): string => `${path}-wal`

/** Call this after a check of the whole database. */
export function markChecked(path: string): void {
  write(path, 'open\n')
}

/**
 * Call this after closing. Does nothing without a mark, or while others have the database open: the last connection
 * removes SQLite's log.
 */
export function markCleanEnd(path: string): void {
  if (isMarked(path) && sizeOf(logOf(path)) === undefined) write(path, stateOf(path))
}

/** Makes the next opening check the whole database. */
export function forgetCleanEnd(path: string): void {
  rmSync(markOf(path), { force: true })
}

/** Whether the database is as its last process left it. */
export function hasCleanEnd(path: string): boolean {
  if ((sizeOf(logOf(path)) ?? 0) > 0) return false
  try {
    return readFileSync(markOf(path), 'utf8') === stateOf(path)
  } catch {
    return false // no mark
  }
}

/**
 * Whether the processes that have the database open have checked it. Call this with the database open, so that no other
 * process begins alone meanwhile.
 */
export function isMarked(path: string): boolean {
  return existsSync(markOf(path))
}

/**
 * Whether any process has the database open. If none has, removes a mark left by a crash before another process can
 * open it. Throws SQLite's error for a damaged file.
 */
export function isOpenElsewhere(path: string): boolean {
  const probe = new DatabaseSync(path, { timeout: 0 })
  try {
    // In WAL mode an open database stays locked for reading.
    probe.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    forgetCleanEnd(path)
    return false
  } catch (error) {
    if (resultCode(error) === BUSY) return true
    throw error
  } finally {
    probe.close()
  }
}

function write(path: string, state: string): void {
  try {
    writeFileSync(markOf(path), state, { mode: 0o600 })
  } catch {
    // Without a whole mark (a full disk) the next opening checks the whole database, which is always right.
  }
}

function stateOf(path: string): string {
  const { size, ctimeNs } = statSync(path, { bigint: true })
  return `${size} ${ctimeNs}\n`
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size
