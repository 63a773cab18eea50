/** SQLite's code for a database that another connection has locked (https://sqlite.org/rescode.html). */
export const BUSY = 5

/** The primary result code of an error of SQLite; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  // The low byte is the primary code; the other bytes refine it.
  return typeof code === 'number' ? code & 0xff : undefined
}
