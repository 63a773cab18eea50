import * as v from 'valibot'
import { BookState, MAX_NOTE } from '../../../shared/domain/books.ts'
import { Cui, Environment, Moment, WireId } from '../../../shared/domain/values.ts'
import { findMark, putMark } from '../books/book-rows.ts'
import type { Database } from '../core/database.ts'
import type { BookJournal } from '../core/journal.ts'
import type { ExchangeArea } from './exchange.ts'

const BookBody = v.object({
  cui: Cui,
  uploadIndex: WireId,
  state: BookState,
  at: v.nullable(Moment),
  by: v.nullable(v.string()),
  note: v.pipe(v.string(), v.maxLength(MAX_NOTE)),
})

/** States and notes of invoices on their way into the books. The office's last change counts. */
export function createBookArea(db: Database, journal: BookJournal): ExchangeArea {
  return {
    area: 'books',
    source: {
      table: 'books',
      columns: 'state, changed_at, changed_by, note',
      environment: 'NEW.environment',
      key: `NEW.cui || ' ' || NEW.upload_index`,
      company: 'NEW.cui',
    },
    find(key, environment) {
      const [cui = '', uploadIndex = ''] = key.split(' ')
      const mark = findMark(db, v.parse(Environment, environment), { cui, uploadIndex })
      if (!mark) return undefined
      const { exportId: _exportId, ...rest } = mark
      const body: v.InferOutput<typeof BookBody> = { cui, uploadIndex, ...rest }
      return { company: cui, body, sha256: null }
    },
    nameOf({ body }) {
      const { cui, uploadIndex } = v.parse(BookBody, body)
      return { key: `${cui} ${uploadIndex}`, company: cui }
    },
    receive({ key, body, environment, seat }) {
      const { cui, uploadIndex, ...theirs } = v.parse(BookBody, body)
      const of = v.parse(Environment, environment)
      const waiting = db.get<{ isChange: number }>(
        `SELECT is_change AS isChange FROM office_outbox
          WHERE area = 'books' AND environment = :environment AND key = :key`,
        { environment, key },
      )
      const ours = findMark(db, of, { cui, uploadIndex })
      const { exportId = null, ...rest } = ours ?? {}
      const lead = (ours?.at ?? 0) - (theirs.at ?? 0)
      // A change of this seat that has yet to go out is later than a colleague's. Of this seat's own lost work, and of what
      // goes out with everything else, only the moment tells; a change of the note alone leaves that as it was.
      const isLater = waiting && (waiting.isChange === 1 ? seat !== null || lead >= 0 : lead > 0)
      if (isLater || (ours && JSON.stringify(rest) === JSON.stringify(theirs))) return { wanted: false }
      putMark(db, of, { cui, uploadIndex }, { ...theirs, exportId: theirs.at === ours?.at ? exportId : null })
      const { state, note, at, by } = theirs
      journal.append({
        id: crypto.randomUUID(),
        environment: of,
        at: at ?? 0,
        by: by ?? '',
        state,
        note,
        invoices: [[cui, uploadIndex]],
      })
      return { wanted: false }
    },
  }
}
