import { UNMARKED } from '../../../shared/domain/books.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { BookExport } from '../../../shared/protocol/invoices/books.ts'
import { mediaTypeOf } from '../../../shared/text/media-type.ts'
import type { Database } from '../core/database.ts'
import type { BookChange, BookJournal } from '../core/journal.ts'
import { conditionsOf } from '../invoices/message-conditions.ts'
import { MESSAGE_COLUMNS, type MessageRow, toItem } from '../invoices/message-rows.ts'
import type { Condition } from '../search/search-conditions.ts'
import type { ContentKind, ContentStore } from '../store/content-store.ts'
import { BOOKED } from './book-conditions.ts'
import { changed, findMark, putMark } from './book-rows.ts'
import type { BookKey, Books } from './books-archive.ts'

/** The files of exports, kept for a while so that one can be saved again. */
export const EXPORTS: ContentKind = {
  folder: 'book-exports',
  ending: 'export',
  table: 'book_export_files',
  at: 'kept_at',
}

const EXPORT_COLUMNS = 'id, format, at, by, invoices, file_name AS fileName, size, sha256'

/** The condition without these messages. */
const allBut = ({ where, params }: Condition, ids: readonly string[]): Condition =>
  ids.length === 0
    ? { where, params }
    : {
        where: `${where} AND id NOT IN (SELECT value FROM json_each(:except))`,
        params: { ...params, except: JSON.stringify(ids) },
      }

type Options = { db: Database; journal: BookJournal; files: ContentStore; environment: Environment; now: () => number }

export function createBooks({ db, journal, files, environment, now }: Options): Books {
  /** Writes a change of invoices into rows and journal, within the caller's transaction; returns how many changed. */
  const write = (invoices: readonly BookKey[], change: Omit<BookChange, 'invoices' | 'id' | 'environment'>): number => {
    const line = { id: crypto.randomUUID(), environment, ...change }
    const touched = invoices.filter(key => {
      const before = findMark(db, environment, key) ?? UNMARKED
      const isSame =
        change.made === undefined &&
        (change.state ?? before.state) === before.state &&
        (change.note ?? before.note) === before.note
      // Only differences are written: marking a whole month twice keeps the first person's account.
      if (!isSame) putMark(db, environment, key, changed(before, line))
      return !isSame
    })
    if (touched.length > 0)
      journal.append({ ...line, invoices: touched.map(({ cui, uploadIndex }) => [cui, uploadIndex]) })
    return touched.length
  }

  const find = (id: number): BookExport => {
    const row = db.get<BookExport>(
      `SELECT ${EXPORT_COLUMNS} FROM book_exports WHERE environment = :environment AND id = :id`,
      {
        environment,
        id,
      },
    )
    if (!row) throw new RecipisaError('book-export-unknown', { id })
    return { ...row }
  }

  return {
    select(query) {
      const { where, params } =
        'ids' in query
          ? {
              where: 'environment = :environment AND id IN (SELECT value FROM json_each(:ids))',
              params: { environment, ids: JSON.stringify(query.ids) },
            }
          : allBut(conditionsOf(environment, query.filter, now()), query.except ?? [])
      return db
        .all<MessageRow>(
          `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE ${where} AND ${BOOKED} ORDER BY created_at, n`,
          params,
        )
        .map(toItem)
    },
    mark: (invoices, change, by) => db.durable(() => write(invoices, { at: now(), by, ...change })),
    async storeExport({ format, by, fileName, bytes }, invoices) {
      const sha256 = await files.put(bytes, fileName)
      return db.durable(() => {
        const facts = { format, at: now(), by, invoices: invoices.length, fileName, size: bytes.length, sha256 }
        db.run(
          `INSERT INTO book_exports (environment, format, at, by, invoices, file_name, size, sha256)
            VALUES (:environment, :format, :at, :by, :invoices, :fileName, :size, :sha256)`,
          { environment, ...facts },
        )
        const id = db.get<{ id: number }>('SELECT last_insert_rowid() AS id')?.id ?? 0
        const made: BookExport = { id, ...facts }
        write(invoices, { at: facts.at, by, state: 'exported', made })
        return made
      })
    },
    exports({ limit, offset }) {
      const items = db.all<BookExport>(
        `SELECT ${EXPORT_COLUMNS} FROM book_exports WHERE environment = :environment
          ORDER BY id DESC LIMIT :limit OFFSET :offset`,
        { environment, limit, offset },
      )
      const row = db.get<{ total: number }>(
        'SELECT count(*) AS total FROM book_exports WHERE environment = :environment',
        {
          environment,
        },
      )
      return { items: items.map(item => ({ ...item })), total: row?.total ?? 0 }
    },
    async readExport(id) {
      const { sha256, fileName } = find(id)
      const kept = await files.get(sha256)
      if (!kept) throw new RecipisaError('book-export-gone', { id })
      return { fileName, mediaType: mediaTypeOf(fileName), bytes: kept.bytes, sha256 }
    },
  }
}
