import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { sha256Of } from '../store/hash.ts'
import {
  type Conflict,
  type Cursor,
  type Exchange,
  type ExchangeArea,
  type OutgoingEntry,
  type ReceivedEntry,
  SharedEntry,
} from './exchange.ts'

type Options = {
  db: Database
  environment: Environment
  areas: readonly ExchangeArea[]
  indexTexts: Exchange['indexTexts']
  now: () => number
}

/** How long a person's yes to file without the office holds, ms. */
const PERMIT_LASTS = 3_600_000

/** SQL: only these companies. */
const OF = (companies: readonly string[] | 'all'): { where: string; params: SqlParams } =>
  companies === 'all'
    ? { where: 'TRUE', params: {} }
    : {
        where: 'company IN (SELECT value FROM json_each(:companies))',
        params: { companies: JSON.stringify(companies) },
      }

export function createExchange({ db, environment, areas, indexTexts, now }: Options): Exchange {
  const areaOf = (name: string): ExchangeArea => {
    const found = areas.find(({ area }) => area === name)
    if (!found) throw new Error(`there is no area ${name}`)
    return found
  }
  const ours = { environment }
  const isOurs = `environment IN ('', :environment)`

  const addAll = ({ area, source }: ExchangeArea) =>
    db.run(
      `INSERT OR IGNORE INTO office_outbox (area, environment, key, company, is_change)
        SELECT '${area}', ${bare(source.environment)}, ${bare(source.key)}, ${bare(source.company)}, 0 FROM ${source.table}
          WHERE ${bare(source.company)} IS NOT NULL AND ${bare(source.key)} IS NOT NULL`,
    )
  const isWrittenDown = ({ area }: ExchangeArea) =>
    db.get('SELECT 1 FROM sqlite_schema WHERE type = :type AND name = :name', {
      type: 'trigger',
      name: `office_${area}_added`,
    }) !== undefined

  const latest = () => db.get<{ n: number }>('SELECT coalesce(max(n), 0) AS n FROM office_outbox')?.n ?? 0

  const forgetWanted = ({ area, environment: of, key, company }: SharedEntry) =>
    db.run(
      `DELETE FROM office_wanted
        WHERE area = :area AND environment = :of AND key = :key AND company = :company`,
      { area, of, key, company },
    )

  /** An entry that the office has as it is here does not go out again because its document has come. */
  const forgetEcho = ({ area, environment: of, key, ...said }: SharedEntry) => {
    const found = areaOf(area).find(key, of)
    if (found && isDeepStrictEqual(asJson(found), asJson(said)))
      db.run('DELETE FROM office_outbox WHERE area = :area AND environment = :of AND key = :key', { area, of, key })
  }

  const wanted: Exchange['wanted'] = ({ after, limit, companies }) => {
    const { where, params } = OF(companies)
    const found = db
      .all<{ at: string; entry: string }>(
        `SELECT area || ' ' || key AS at, entry FROM office_wanted
          WHERE area || ' ' || key > :after AND ${isOurs} AND (${where} OR area = 'receipts')
          ORDER BY area || ' ' || key LIMIT :limit`,
        { ...ours, ...params, after, limit },
      )
      .map(({ at, entry }) => ({ at, ...v.parse(SharedEntry, JSON.parse(entry)) }))
    // Meanwhile a person may have opened some, or the authority named another company for them.
    const isOver = (entry: SharedEntry) =>
      areaOf(entry.area).holds?.(entry.key) === true || isOfAnother(areaOf(entry.area), entry)
    for (const entry of found.filter(isOver)) forgetWanted(entry)
    const left = found.filter(entry => !isOver(entry))
    const last = found.at(-1)
    return left.length === 0 && last ? wanted({ after: last.at, limit, companies }) : left
  }

  /** The id by which this archive claims a content. A claim that outlives it would be another one's: it is on the disk first. */
  const claimId = (sha256: string): string => {
    const known = () => db.get<{ id: string }>('SELECT id FROM office_computer WHERE sha256 = :sha256', { sha256 })?.id
    return (
      known() ??
      db.durable(() => {
        db.run('INSERT OR IGNORE INTO office_computer (sha256, id) VALUES (:sha256, :id)', { sha256, id: randomUUID() })
        return known() ?? ''
      })
    )
  }

  return {
    computer: sha256 => `${hostname()} ${claimId(sha256)}`,
    begin: () =>
      db.transaction(() => {
        // An area added by a newer version begins on its own.
        for (const area of areas.filter(one => !isWrittenDown(one))) {
          for (const sql of triggersOf(area)) db.run(sql)
          addAll(area)
        }
      }),
    end: () =>
      db.transaction(() => {
        for (const { area } of areas)
          for (const when of ['added', 'changed', 'removed']) db.run(`DROP TRIGGER IF EXISTS office_${area}_${when}`)
        // Documents known only from other seats become due for download, if anyone here has the right.
        for (const table of ['messages', 'mail'])
          db.run(`UPDATE ${table} SET state = 'listed', sha256 = NULL WHERE state = 'archived' AND path IS NULL`)
        for (const table of ['outbox', 'cursors', 'sent', 'wanted', 'conflicts', 'permits', 'removed', 'seen'])
          db.run(`DELETE FROM office_${table}`)
      }),
    restart: isRestored =>
      db.transaction(() => {
        for (const table of ['cursors', 'seen'])
          db.run(`DELETE FROM office_${table} WHERE environment = :environment`, ours)
        if (!isRestored) return
        // The restored office counts its transactions anew.
        db.run('DELETE FROM office_sent')
        for (const area of areas) addAll(area)
      }),
    outgoing({ after, limit, companies }) {
      const { where, params } = OF(companies)
      const rows = db.all<Omit<OutgoingEntry, 'body' | 'sha256'>>(
        `SELECT n, area, environment, key, company FROM office_outbox
          WHERE n > :after AND ${isOurs} AND ${where} ORDER BY n LIMIT :limit`,
        { ...ours, ...params, after, limit },
      )
      return rows.flatMap(row => {
        const found = areaOf(row.area).find(row.key, row.environment)
        if (!found) db.run('DELETE FROM office_outbox WHERE n = :n', { n: row.n })
        return found ? [{ ...row, ...found }] : []
      })
    },
    isLatest: n => db.get('SELECT 1 FROM office_outbox WHERE n = :n', { n }) !== undefined,
    lastChange: latest,
    waiting: () => db.get<{ n: number }>(`SELECT count(*) AS n FROM office_outbox WHERE ${isOurs}`, ours)?.n ?? 0,
    sent: (entries, txid) =>
      db.transaction(() => {
        for (const { n } of entries) db.run('DELETE FROM office_outbox WHERE n = :n', { n })
        db.run('INSERT INTO office_sent SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM office_sent)')
        db.run('INSERT OR IGNORE INTO office_sent VALUES (CAST(:txid AS INTEGER))', { txid })
      }),
    hasSent: txid =>
      db.get(
        `SELECT 1 FROM office_sent WHERE txid = CAST(:txid AS INTEGER)
          UNION SELECT 1 WHERE CAST(:txid AS INTEGER) <= (SELECT min(txid) FROM office_sent)`,
        { txid },
      ) !== undefined,
    entry(area, key) {
      const found = areaOf(area).find(key, area === 'invoices' ? environment : '')
      return found && { area, environment: area === 'invoices' ? environment : '', key, ...found }
    },
    permit(contents) {
      const until = now() + PERMIT_LASTS
      db.transaction(() => {
        db.run('DELETE FROM office_permits WHERE until < :now', { now: now() })
        for (const sha256 of contents)
          db.run('INSERT OR REPLACE INTO office_permits VALUES (:sha256, :until)', { sha256, until })
      })
    },
    usePermit: sha256 =>
      db.durable(() =>
        db.run('DELETE FROM office_permits WHERE sha256 = :sha256 AND until >= :now', { sha256, now: now() }),
      ) > 0,
    bytes: async entry => areaOf(entry.area).bytes?.(entry.key),
    cursor() {
      const row = db.get<Cursor>(
        'SELECT epoch, txid, seq, since FROM office_cursors WHERE environment = :environment',
        ours,
      )
      return row && { ...row }
    },
    lastSeen: () => db.get<{ at: string }>('SELECT at FROM office_seen WHERE environment = :environment', ours)?.at,
    seen: at => void db.run('INSERT OR REPLACE INTO office_seen VALUES (:environment, :at)', { ...ours, at }),
    receive: (entries, cursor) =>
      db.transaction(() => {
        const before = latest()
        const senseless = entries.flatMap(entry => {
          const error = receiveOne(db, areaOf(entry.area), entry)
          return error === undefined ? [] : [{ entry, error }]
        })
        // Entries from the office do not go out again.
        db.run('DELETE FROM office_outbox WHERE n > :before', { before })
        if (cursor)
          db.run('INSERT OR REPLACE INTO office_cursors VALUES (:environment, :epoch, :txid, :seq, :since)', {
            ...ours,
            ...cursor,
          })
        return senseless
      }),
    indexTexts,
    wanted,
    async bring(entry, bytes) {
      if (sha256Of(bytes) !== entry.sha256) throw new RecipisaError('document-damaged', { path: entry.key })
      const area = areaOf(entry.area)
      if (!isOfAnother(area, entry)) await area.bring?.(entry, bytes)
      db.transaction(() => {
        forgetWanted(entry)
        forgetEcho(entry)
      })
    },
    conflicts: () =>
      db
        .all<Conflict>(
          `SELECT area, key, company, ours, theirs FROM office_conflicts WHERE ${isOurs} ORDER BY area, key`,
          ours,
        )
        .map(row => ({ ...row })),
  }
}

/** Takes an entry over; gives why it makes no sense to this version of the program, and then nothing of it stays. */
function receiveOne(db: Database, area: ExchangeArea, entry: ReceivedEntry): unknown {
  const { environment, key, company, sha256 } = entry
  const name = { area: area.area, environment, key, company }
  db.run('SAVEPOINT office_entry')
  try {
    const said = area.nameOf(entry)
    // A seat may write for its own companies alone, and the office judges that by the entry's.
    if (said.key !== key || said.company !== company)
      throw new MisnamedEntry(`its body is of ${said.key} of ${said.company}`)
    if (isOfAnother(area, entry)) throw new MisnamedEntry('its key or number is of another company here')
    const received = area.receive(entry)
    if ('conflict' in received && sha256 !== null)
      db.run('INSERT OR REPLACE INTO office_conflicts VALUES (:area, :environment, :key, :company, :ours, :theirs)', {
        ...name,
        ours: received.conflict,
        theirs: sha256,
      })
    if ('wanted' in received && received.wanted) {
      const { seat: _seat, isHistory: _history, ...shared } = entry
      db.run('INSERT OR REPLACE INTO office_wanted VALUES (:area, :environment, :key, :company, :entry)', {
        ...name,
        entry: JSON.stringify(shared),
      })
    }
    db.run('RELEASE office_entry')
    return undefined
  } catch (error) {
    // That is about this machine, and not about the entry.
    if (error instanceof RecipisaError && error.code === 'storage') throw error
    db.run('ROLLBACK TO office_entry')
    db.run('RELEASE office_entry')
    return error
  }
}

/** Whether the entry's key or number is here for another company. */
const isOfAnother = (area: ExchangeArea, entry: SharedEntry): boolean =>
  area.holders?.(entry).some(holder => holder !== entry.company) === true

/** An entry whose key or company differs from its body's, or whose number is of another company here. */
class MisnamedEntry extends Error {}

/**
 * Triggers that record changes of an area's rows. They avoid INSERT OR REPLACE: the statement that fires a trigger
 * overrides its conflict clause (https://sqlite.org/lang_createtrigger.html), and one with ON CONFLICT would fail.
 */
function triggersOf({ area, source, removed }: ExchangeArea): string[] {
  const { table, columns, environment, key, company } = source
  const change = (when: string, event: string) =>
    `CREATE TRIGGER office_${area}_${when} AFTER ${event} ON ${table}
      WHEN ${company} IS NOT NULL AND ${key} IS NOT NULL BEGIN
      DELETE FROM office_outbox WHERE area = '${area}' AND environment = ${environment} AND key = ${key};
      INSERT INTO office_outbox (area, environment, key, company)
        VALUES ('${area}', ${environment}, ${key}, ${company});
    END`
  return [
    change('added', 'INSERT'),
    change('changed', `UPDATE OF ${columns}`),
    ...(removed ? [`CREATE TRIGGER office_${area}_removed AFTER DELETE ON ${table} BEGIN ${removed}; END`] : []),
  ]
}

/** The same expression for a row of the table itself. */
const bare = (sql: string): string => sql.replaceAll('NEW.', '')

const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value))
