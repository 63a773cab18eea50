import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Beside a large database, the mark that the whole of it was checked and that nobody has seen damage since. While somebody
 * has it open the mark says no more; the last one to close it adds how it leaves the file: its length in bytes, and when it was last changed in ns.
 * That moment (`ctime`) also changes with each write, copy and restored backup, and no program can set it.
 */
const markOf = (path: string): string => `${path}-closed`
const logOf = (path: string): string => `${path}-wal`

/** Call this after a check of the whole. */
export function markChecked(path: string): void {
  write(path, 'open\n')
}

/** Call this after closing. Without a mark nothing is marked, nor while others have the database open: SQLite's last one removes the log. */
export function markCleanEnd(path: string): void {
  if (isMarked(path) && sizeOf(logOf(path)) === undefined) write(path, stateOf(path))
}

/** The next opening is to check the whole database. */
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

/** Whether those who have the database open have checked it. Ask with the database open, so that nobody begins alone meanwhile. */
export function isMarked(path: string): boolean {
  return existsSync(markOf(path))
}

/**
 * Whether anybody has the database open. If nobody has, a mark that a crash has left is taken away before anybody else
 * can open it. Throws what SQLite says of a damaged file.
 */
export function isOpenElsewhere(path: string): boolean {
  const probe = new DatabaseSync(path, { timeout: 0 })
  try {
    // In the mode WAL, an open database is locked for reading as long as it is open.
    probe.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    forgetCleanEnd(path)
    return false
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return true
    throw error
  } finally {
    probe.close()
  }
}

/** SQLite's result code (https://sqlite.org/rescode.html). */
const BUSY = 5

function write(path: string, state: string): void {
  try {
    writeFileSync(markOf(path), state, { mode: 0o600 })
  } catch {
    // Without a whole mark (a full disk) the next opening checks the whole database, which is right at any time.
  }
}

function stateOf(path: string): string {
  const { size, ctimeNs } = statSync(path, { bigint: true })
  return `${size} ${ctimeNs}\n`
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size
