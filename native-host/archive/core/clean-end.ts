import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Beside a database, how its file was when the last process that had it open closed it: length in bytes and time of the last
 * change in ns. As long as both are so, nothing has touched the file since, neither a crash, a disk nor a backup program.
 */
const markOf = (path: string): string => `${path}-closed`
const logOf = (path: string): string => `${path}-wal`

/** Call this after closing. While others have the database open nothing is marked: SQLite's last one removes the log. */
export function markCleanEnd(path: string): void {
  if (sizeOf(logOf(path)) !== undefined) return
  try {
    writeFileSync(markOf(path), stateOf(path), { mode: 0o600 })
  } catch {
    // Without a mark (a full disk) the next opening checks the whole database, which is right at any time.
  }
}

/** Whatever is marked: the next opening is to check the whole database. */
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

/** Whether anybody has the database open: whoever does has looked at it. Throws what SQLite says of a damaged file. */
export function isOpenElsewhere(path: string): boolean {
  const probe = new DatabaseSync(path, { timeout: 0 })
  try {
    // In the mode WAL, an open database is locked for reading as long as it is open.
    probe.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK')
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

function stateOf(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true })
  return `${size} ${mtimeNs}\n`
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size
