import { setImmediate as pause } from 'node:timers/promises'
import { isWithSeries } from '../../../shared/text/search-words.ts'
import type { Database, SqlParams } from '../core/database.ts'

/** How many rows to index in one transaction: some 50 ms. */
const SLICE = 2000
/** Letters of a part of the index. */
const LETTERS = 3

/**
 * The texts of messages in trigrams (`messages_text`). Later changes are searched directly, so that searches are right
 * at any time, even while an earlier version's texts are being indexed.
 */
export type TextIndex = {
  /** SQL: a query for the `n` of messages that may contain the words; undefined if they are too short for the index. */
  among(words: readonly string[], name: string): { sql: string; params: SqlParams } | undefined
  /** Indexes the changes, slice by slice, until the index is complete or the signal aborts. */
  takeIn(signal: AbortSignal): Promise<void>
}

export function createTextIndex(db: Database): TextIndex {
  return {
    among(words, name) {
      const parts = [...new Set(words.flatMap(trigrams))]
      if (parts.length === 0) return undefined
      return {
        sql: `SELECT rowid FROM messages_text WHERE messages_text MATCH :${name}
          UNION ALL SELECT n FROM messages_untold
          UNION ALL SELECT n FROM messages WHERE n > (SELECT told FROM messages_told)`,
        params: { [name]: parts.map(part => `"${part.replaceAll('"', '""')}"`).join(' AND ') },
      }
    },
    async takeIn(signal) {
      while (!signal.aborted && takeSlice(db)) await pause()
    },
  }
}

/** The end of a long number: all ids begin alike, and the results are checked once more. */
const NUMBER_END = 6

/**
 * Parts of a word, each of three letters; none for a shorter word. A document's number gives only its digits, because its
 * series is in every row, and may be a word of its own.
 */
function trigrams(word: string): string[] {
  const digits = /(?<!\d)\d{3,}$/.exec(word)?.[0].slice(-NUMBER_END)
  const letters = [...(digits ?? (isWithSeries(word) ? '' : word))]
  return letters.slice(LETTERS - 1).map((_, at) => letters.slice(at, at + LETTERS).join(''))
}

const INSERT = `INSERT INTO messages_text (rowid, text) SELECT n, search || ' ' || coalesce(line_words, '') FROM messages`

/** False once there is nothing left to index. */
function takeSlice(db: Database): boolean {
  return db.transaction(() => {
    const told = db.get<{ told: number }>('SELECT told FROM messages_told')?.told ?? 0
    const last = db.get<{ n: number | null }>(
      'SELECT max(n) AS n FROM (SELECT n FROM messages WHERE n > :told ORDER BY n LIMIT :slice)',
      { told, slice: SLICE },
    )?.n
    if (last !== undefined && last !== null) {
      db.run(`${INSERT} WHERE n > :told AND n <= :last`, { told, last })
      db.run('UPDATE messages_told SET told = :last', { last })
      return true
    }
    const changed = 'SELECT n FROM messages_untold ORDER BY n LIMIT :slice'
    db.run(`DELETE FROM messages_text WHERE rowid IN (${changed})`, { slice: SLICE })
    db.run(`${INSERT} WHERE n IN (${changed})`, { slice: SLICE })
    return db.run(`DELETE FROM messages_untold WHERE n IN (${changed})`, { slice: SLICE }) > 0
  })
}
