import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { isOpenElsewhere, logOf } from './clean-end.ts'
import { explain, isDamage } from './sqlite-errors.ts'

/** Whether any process has a damaged database open. Call this with no connection of this process to it. */
export function isDamagedInUse(path: string): boolean {
  try {
    return isOpenElsewhere(path)
  } catch (error) {
    if (!isDamage(error)) throw explain(error, path)
    return isOpenByAnotherName(path)
  }
}

/**
 * With an empty log, SQLite reads the file before it asks for the locks, and finds the damage. With another one it asks
 * first. Locks belong to the file, whatever its name: under a second name it gets a log that says nothing.
 */
function isOpenByAnotherName(path: string): boolean {
  const name = `${path}-probe`
  remove(name)
  try {
    linkSync(path, name)
  } catch {
    return false // a file system without second names (exFAT): nothing shows who has the file open
  }
  try {
    writeFileSync(logOf(name), 'no log', { mode: 0o600 })
    return isOpenElsewhere(name)
  } catch (error) {
    if (isDamage(error)) return false
    throw explain(error, path)
  } finally {
    remove(name)
  }
}

function remove(name: string): void {
  for (const part of [name, logOf(name)]) rmSync(part, { force: true })
}
