import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { resultCode } from '../../process/sqlite-code.ts'

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const SQL_ERROR = 1
const CORRUPT = 11
const NOT_A_DATABASE = 26

/** Whether SQLite could not read the file's content. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error)
  const isTornJson = code === SQL_ERROR && error instanceof Error && error.message === 'malformed JSON'
  return code === CORRUPT || code === NOT_A_DATABASE || isTornJson
}

/**
 * Converts failures of SQLite and the file system to a RecipisaError; other errors are programming errors and pass
 * unchanged.
 */
export function explain(error: unknown, path: string): unknown {
  const code = resultCode(error)
  if (isDamage(error)) return new RecipisaError('database-corrupt', { path }, { cause: error })
  if (!(error instanceof Error)) return error
  const system = 'code' in error && 'syscall' in error
  // An error in the SQL, 19 to 21 and 25 (constraint, type, misuse, range) are programming errors.
  const ours = code !== undefined && [SQL_ERROR, 19, 20, 21, 25].includes(code)
  if (!system && (code === undefined || ours)) return error
  const problem = error.message.split(',')[0] ?? error.message
  return new RecipisaError('storage-failed', { path, problem }, { cause: error })
}
