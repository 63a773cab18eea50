import type { BookState } from '../../../shared/domain/books.ts'

/** SQL: the entries of the lists that have a state in the books. */
export const BOOKED = `kind IN ('sent', 'received')`

/** SQL: the row of the books for a row of `messages`. */
const OWN_BOOK = `books.environment = messages.environment AND books.cui = messages.cui
  AND books.upload_index = messages.upload_index`

/**
 * SQL: rows of `messages` whose invoice has such a mark in the books (a condition on `b`). The query starts from the
 * marks, which are few: a lookup per row would cost a quarter of a second for a hundred thousand rows. CROSS keeps
 * SQLite from doing that.
 */
const marked = (so: string): string => `messages.n IN (SELECT m.n FROM books b
  CROSS JOIN messages m INDEXED BY messages_by_upload
  WHERE m.environment = b.environment AND m.upload_index = b.upload_index AND m.cui = b.cui
    AND b.environment = :environment AND ${so})`

/** SQL: an entry in the state `:book`; an unmarked entry has no row and is new. */
export const inBookState = (state: BookState): string =>
  `${BOOKED} AND :book IS NOT NULL AND ${state === 'new' ? `NOT ${marked(`b.state <> 'new'`)}` : marked(`b.state = :book`)}`

/** SQL: an entry that an export has taken, or that a person marked as exported. */
export const IS_EXPORTED = marked(`b.state = 'exported'`)

/** SQL: the `BookMark` of a row of `messages` as JSON; null for an unmarked one. */
export const BOOK_OF_MESSAGE = `(SELECT json_object('state', books.state, 'at', changed_at, 'by', changed_by,
    'note', books.note, 'exportId', export_id) FROM books WHERE ${OWN_BOOK})`
