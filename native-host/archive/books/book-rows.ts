import type { BookMark } from '../../../shared/domain/books.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { Database } from '../core/database.ts'
import type { BookChange, BookJournal } from '../core/journal.ts'
import type { BookKey } from './books-archive.ts'

type Row = { state: BookMark['state']; at: number | null; by: string | null; note: string; exportId: number | null }

const COLUMNS = 'state, changed_at AS at, changed_by AS by, note, export_id AS exportId'

/** The mark of an invoice; undefined if nobody has marked it. */
export function findMark(db: Database, environment: Environment, { cui, uploadIndex }: BookKey): BookMark | undefined {
  const row = db.get<Row>(
    `SELECT ${COLUMNS} FROM books WHERE environment = :environment AND cui = :cui AND upload_index = :uploadIndex`,
    { environment, cui, uploadIndex },
  )
  return row && { ...row }
}

/** Writes the mark of an invoice; `unless-known` leaves an existing row as it is. */
export function putMark(
  db: Database,
  environment: Environment,
  { cui, uploadIndex }: BookKey,
  mark: BookMark,
  when: 'always' | 'unless-known' = 'always',
): void {
  db.run(
    `INSERT OR ${when === 'always' ? 'REPLACE' : 'IGNORE'} INTO books
        (environment, cui, upload_index, state, changed_at, changed_by, note, export_id)
      VALUES (:environment, :cui, :uploadIndex, :state, :at, :by, :note, :exportId)`,
    { environment, cui, uploadIndex, ...mark },
  )
}

/** A mark after a change; a note leaves the state, its moment and its account as they are. */
export function changed(before: BookMark, { at, by, state, note, made }: Omit<BookChange, 'invoices'>): BookMark {
  return {
    ...before,
    ...(state === undefined ? {} : { state, at, by, exportId: made?.id ?? null }),
    ...(note === undefined ? {} : { note }),
  }
}

/** Restores marks and exports that are in the journal and not in the database. */
export function restoreBooks(db: Database, journal: BookJournal): void {
  const read = journal.read()
  // A repeated number comes from a process that ended after it had journaled the earlier export and before the database
  // had it.
  const latest = new Map(read.flatMap(line => (line.made ? [[line.made.id, line] as const] : [])))
  const lines = read.filter(line => line.made === undefined || latest.get(line.made.id) === line)
  if (lines.length === 0) return
  const marks = new Map<string, { environment: Environment; key: BookKey; mark: BookMark }>()
  const unmarked: BookMark = { state: 'new', at: null, by: null, note: '', exportId: null }
  for (const { invoices, ...change } of lines)
    for (const [cui, uploadIndex] of invoices) {
      const { environment } = change
      const name = `${environment} ${cui} ${uploadIndex}`
      const before = marks.get(name)?.mark ?? unmarked
      marks.set(name, { environment, key: { cui, uploadIndex }, mark: changed(before, change) })
    }
  db.durable(() => {
    for (const { environment, key, mark } of marks.values()) putMark(db, environment, key, mark, 'unless-known')
    for (const { environment, made } of lines) {
      if (!made) continue
      db.run(
        `INSERT OR IGNORE INTO book_exports (id, environment, format, at, by, invoices, file_name, size, sha256)
          VALUES (:id, :environment, :format, :at, :by, :invoices, :fileName, :size, :sha256)`,
        { environment, ...made },
      )
      // This gets the file removed when its time comes.
      db.run(
        'INSERT OR IGNORE INTO book_export_files (sha256, file_name, kept_at) VALUES (:sha256, :fileName, :at)',
        made,
      )
    }
  })
}

/** Whether the database has neither marks nor exports, like a new one. */
export function hasNoBooks(db: Database): boolean {
  return (
    db.get('SELECT 1 FROM books LIMIT 1') === undefined && db.get('SELECT 1 FROM book_exports LIMIT 1') === undefined
  )
}
