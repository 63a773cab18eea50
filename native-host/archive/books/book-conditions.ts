import type { BookState } from '../../../shared/domain/books.ts'

/** SQL: the entries of the lists that have a state in the books. */
export const BOOKED = `kind IN ('sent', 'received')`

/** SQL: the row of the books for a row of `messages`. */
const OWN_BOOK = `books.environment = messages.environment AND books.cui = messages.cui
  AND books.upload_index = messages.upload_index`

/** SQL: an entry in the state `:book`; what nobody has marked has no row and is new. */
export const inBookState = (state: BookState): string =>
  `${BOOKED} AND :book IS NOT NULL AND ${state === 'new' ? 'marked IS NULL' : 'marked = :book'}`

/** SQL: an entry that an export has taken, or was marked so. */
export const IS_EXPORTED = `(marked IS NOT NULL AND marked = 'exported')`

/** SQL: the `BookMark` of a row of `messages` as JSON; null for what nobody has marked. */
export const BOOK_OF_MESSAGE = `(SELECT json_object('state', books.state, 'at', changed_at, 'by', changed_by,
    'note', books.note, 'exportId', export_id) FROM books WHERE ${OWN_BOOK})`
