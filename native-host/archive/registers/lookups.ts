import type { RecordOf, Register, Statement } from '../../../shared/domain/registers.ts'
import type { KnownCompany } from '../../../shared/protocol/registers/lookups.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database } from '../core/database.ts'
import type { KnownJournal } from '../core/journal.ts'
import { isMarked, putKnown, searchText } from '../core/known-companies.ts'
import { wordConditions } from '../search/search-conditions.ts'
import { pack, unpack } from '../store/packed.ts'
import { createAsyncQuestions } from './async-questions.ts'
import type { AnsweredPage, Lookups, StoredAnswer } from './register-archive.ts'

type AnswerRow = { day: string; answeredAt: number; record: Uint8Array | null }
type KnownRow = Omit<KnownCompany, 'favourite'> & { favourite: number }

const ANSWER = 'SELECT day, answered_at AS answeredAt, record FROM register_answers'
const KNOWN =
  'SELECT cui, name, given_name AS givenName, looked_up_at AS lookedUpAt, favourite, note FROM known_companies'

/** Answers of the registers, and known companies; favourites and notes are in the journal, too. */
export function createLookups(db: Database, owner: Owner, journal: KnownJournal, now: () => number): Lookups {
  const toAnswer = <R extends Register>({ day, answeredAt, record }: AnswerRow): StoredAnswer<R> => ({
    day,
    answeredAt,
    record: record && unpack<RecordOf[R]>(record),
  })

  const latest = <R extends Register>(register: R, cui: string): StoredAnswer<R> | undefined => {
    const row = db.get<AnswerRow>(
      `${ANSWER} WHERE cui = :cui AND register = :register ORDER BY record IS NULL, day DESC LIMIT 1`,
      { cui: Number(cui), register },
    )
    return row && toAnswer(row)
  }

  const insertAnswers = (register: Register, day: string, { records, notFound, answeredAt }: AnsweredPage) => {
    const put = (cui: string, inactive: boolean, record: Uint8Array | null) =>
      db.run(
        `INSERT OR REPLACE INTO register_answers (cui, register, day, answered_at, inactive, record)
          VALUES (:cui, :register, :day, :answeredAt, :inactive, :record)`,
        { cui: Number(cui), register, day, answeredAt, inactive: inactive ? 1 : 0, record },
      )
    for (const cui of notFound) put(cui, false, null)
    for (const one of records) {
      const { isInactive = false, isStruckOff = false } = one.register === 'vat' ? one.record.inactive : {}
      put(one.record.cui, isInactive || isStruckOff, pack(one.record))
      if (one.record.name !== '') rename(one.record.cui, one.record.name)
    }
  }

  const knownCompany = (cui: string): KnownCompany | undefined => {
    const row = db.get<KnownRow>(`${KNOWN} WHERE cui = :cui`, { cui })
    return row && toKnown(row)
  }

  const rename = (cui: string, name: string) => {
    const known = knownCompany(cui)
    if (!known || known.name === name) return
    const search = searchText({ ...known, name })
    db.run('UPDATE known_companies SET name = :name, search = :search WHERE cui = :cui', { cui, name, search })
  }

  const nameOf = (cui: string): string | null =>
    latest('vat', cui)?.record?.name || latest('e-invoicing', cui)?.record?.name || null

  const fresh = (cui: string): KnownCompany => ({
    cui,
    name: nameOf(cui),
    givenName: null,
    lookedUpAt: now(),
    favourite: false,
    note: '',
  })

  return {
    storeAnswers: (register, day, page) => db.transaction(() => insertAnswers(register, day, page)),
    answer(register, cui, day) {
      const row = db.get<AnswerRow>(`${ANSWER} WHERE cui = :cui AND register = :register AND day = :day`, {
        cui: Number(cui),
        register,
        day,
      })
      return row && toAnswer(row)
    },
    latest,
    history: (cui, limit) =>
      db
        .all<{ register: Register; day: string; answeredAt: number; found: number }>(
          `SELECT register, day, answered_at AS answeredAt, record IS NOT NULL AS found FROM register_answers
            WHERE cui = :cui ORDER BY answered_at DESC, register LIMIT :limit`,
          { cui: Number(cui), limit },
        )
        .map(row => ({ ...row, found: row.found === 1 })),
    storeStatement(cui, year, statement, answeredAt) {
      db.run(
        `INSERT OR REPLACE INTO statements (cui, year, answered_at, record) VALUES (:cui, :year, :answeredAt, :record)`,
        { cui: Number(cui), year, answeredAt, record: statement && pack(statement) },
      )
    },
    statement(cui, year) {
      const row = db.get<{ answeredAt: number; record: Uint8Array | null }>(
        'SELECT answered_at AS answeredAt, record FROM statements WHERE cui = :cui AND year = :year',
        { cui: Number(cui), year },
      )
      return row && { answeredAt: row.answeredAt, statement: row.record && unpack<Statement>(row.record) }
    },
    remember: cui =>
      db.transaction(() => {
        const known = knownCompany(cui)
        putKnown(db, known ? { ...known, lookedUpAt: now() } : fresh(cui))
      }),
    known({ search, favourites, limit, offset }) {
      const { where, params } = wordConditions(search, 'word', word => `instr(search, ${word}) > 0`)
      const conditions = favourites ? `favourite = 1 AND ${where}` : where
      const items = db.all<KnownRow>(
        `${KNOWN} WHERE ${conditions} ORDER BY looked_up_at DESC, cui LIMIT :limit OFFSET :offset`,
        { ...params, limit, offset },
      )
      const row = db.get<{ total: number }>(`SELECT count(*) AS total FROM known_companies WHERE ${conditions}`, params)
      return { items: items.map(toKnown), total: row?.total ?? 0 }
    },
    knownCompany,
    mark: (cui, { favourite, note, givenName }) =>
      db.durable(() => {
        const before = knownCompany(cui) ?? fresh(cui)
        const company = {
          ...before,
          favourite: favourite ?? before.favourite,
          note: note ?? before.note,
          givenName: givenName === undefined ? before.givenName : givenName,
        }
        putKnown(db, company)
        journal.append(company)
        return company
      }),
    forget: cui =>
      db.durable(() => {
        const known = knownCompany(cui)
        if (known && isMarked(known)) journal.append({ ...known, favourite: false, note: '', givenName: null })
        return db.run('DELETE FROM known_companies WHERE cui = :cui', { cui }) > 0
      }),
    questions: createAsyncQuestions(db, owner, insertAnswers, now),
  }
}

function toKnown(row: KnownRow): KnownCompany {
  return { ...row, favourite: row.favourite === 1 }
}
