import type { Database } from './database.ts'
import type { Journal } from './journal.ts'
import type { AttemptTable } from './journaled-attempts.ts'

/**
 * A journal of attempts, and a database that knows how long it was at the latest commit. So a database that lacks lines is
 * noticed: a new one, an older copy that was put back, one that lost its latest commits.
 */
export type FollowedJournal<Line> = Journal<Line> & {
  /** Brings the database up to the journal, unless it knows the whole of it. */
  catchUp(): void
  /** Brings the database up to the journal in any case. */
  takeIn(): void
  /**
   * Runs `work`, which records new attempts, in a durable transaction of a database that knows the whole journal. If it
   * fails, nothing was begun, and its lines are taken back.
   */
  recording<T>(work: () => T): T
}

type Options<Line> = {
  db: Database
  table: AttemptTable
  journal: Journal<Line>
  idOf(line: Line): number
  /**
   * Writes what the latest line of each attempt says into the table. `isOlder`: the journal is, so it only knows of
   * attempts that the table may lack.
   */
  restore(lines: readonly Line[], isOlder: boolean): void
}

export function followJournal<Line>({ db, table, journal, idOf, restore }: Options<Line>): FollowedJournal<Line> {
  /** Length of the file after the latest line of this process. */
  let end = 0

  const knownSize = () =>
    db.get<{ size: number }>('SELECT size FROM journals WHERE attempts = :table', { table })?.size ?? 0

  const know = (lastId: number) =>
    db.run(
      `INSERT INTO journals (attempts, size, last_id) VALUES (:table, :size, :lastId)
        ON CONFLICT DO UPDATE SET size = excluded.size, last_id = max(last_id, excluded.last_id)`,
      { table, size: journal.size(), lastId },
    )

  // Within a transaction, no other process is in the middle of a line.
  const takeIn = () =>
    db.transaction(() => {
      const lines = journal.read()
      // A journal only grows: a shorter one is an older copy, or was mended.
      restore(lines, journal.size() < knownSize())
      know(lines.reduce((last, line) => Math.max(last, idOf(line)), 0))
    })

  const catchUp = () => {
    if (knownSize() === journal.size()) return
    db.transaction(() => {
      if (knownSize() !== journal.size()) takeIn()
    })
  }

  const takeBack = (start: number, failure: unknown) =>
    db.transaction(() => {
      // Lines of another process may have come after them.
      if (end === journal.size()) journal.takeBack(start, failure)
    })

  return {
    ...journal,
    append(line) {
      const knowsAll = knownSize() === journal.size()
      journal.append(line)
      end = journal.size()
      if (knowsAll) know(idOf(line))
    },
    takeIn,
    catchUp,
    recording(work) {
      let start: number | undefined
      try {
        return db.durable(() => {
          catchUp()
          start = journal.size()
          return work()
        })
      } catch (failure) {
        if (start !== undefined && start < end) takeBack(start, failure)
        throw failure
      }
    },
  }
}
