import { copyFileSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Archive } from './archive.ts'
import { databasePath } from './paths.ts'
import { MIGRATIONS } from './schema/schema.ts'
import { AMOUNTS_WITH_VAT } from './schema/schema-amounts.ts'
import { LISTS_AT_ANY_SIZE } from './schema/schema-lists.ts'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  openTestArchive,
  temporaryFolder,
  WITHOUT_LATEST_STEPS,
} from './test-archive.fixture.ts'

const OTHER = '361757'
const DAY = 86_400_000
/** The version of the schema that counts and searches messages without counters and trigrams. */
const BEFORE = MIGRATIONS.indexOf(LISTS_AT_ANY_SIZE)
const YEAR = { since: '2026-01-01', until: '2026-12-31' }
const SEARCHES = ['furnizor', 'FCT-1003', 'motorina', 'ștefan', '361757', '1190', '>1000', 'suruburi 1040', 'x']
const FILTERS = [
  ...[{}, { cui: CUI }, { kind: 'sent' }, { kind: 'errors' }, { archived: false }, { unread: true }],
  ...[{ currency: 'EUR' }, { book: 'new' }, { book: 'checked' }, { issuedSince: '2026-11-10' }],
] as const
const SORTS = ['arrived', 'issued', 'number', 'partner', 'amount', 'state', 'company'] as const

/** An archive of 40 messages of two companies: documents, some booked or seen, and entries without one. */
async function fill(archive: Archive): Promise<void> {
  const { messages, companies, books } = archive
  for (const cui of [CUI, OTHER]) companies.put(cui, 'granted')
  const types = ['FACTURA PRIMITA', 'FACTURA TRIMISA', 'ERORI FACTURA']
  const entries = Array.from({ length: 40 }, (_, n) =>
    aMessage({
      id: String(1000 + n),
      cui: n % 3 === 0 ? OTHER : CUI,
      type: types[n % 7 === 6 ? 2 : n % 2] ?? '',
      createdAt: NOON - n * DAY,
    }),
  )
  messages.record(entries)
  for (const [n, { id }] of entries.slice(0, 24).entries()) {
    const issueDate = new Date(NOON - (n % 20) * DAY).toISOString().slice(0, 10)
    const line = n % 2 === 0 ? 'Motorină' : 'Șuruburi M8'
    const amount = n % 5 === 0 ? `${n}.50 EUR` : `${1000 + n * 10}.00 RON`
    await messages.store(id, aZip(anInvoice({ number: `FCT-${id}`, issueDate, line, amount })))
  }
  messages.markSeen({ cui: OTHER })
  messages.markExpired('1030', 'prea vechi')
  books.mark(books.select({ ids: ['1001', '1002'] }), { state: 'checked', note: 'NIR 118' }, 'ana')
}

/** Turns the database of a closed archive into one of the previous schema, filled by that version's own triggers. */
function downgrade(dataDir: string): void {
  const path = databasePath(dataDir)
  const older = `${path}.older`
  const db = new DatabaseSync(older)
  db.exec('PRAGMA journal_mode = WAL')
  for (const step of MIGRATIONS.slice(0, BEFORE)) db.exec(step)
  db.exec(`PRAGMA user_version = ${BEFORE}; ATTACH '${path}' AS newer`)
  const tables = db.prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
  for (const { name } of tables.all()) {
    const columns = db.prepare(`SELECT group_concat(name) AS names FROM pragma_table_info('${name}')`).get()?.names
    db.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM newer.${name}`)
  }
  db.exec('DETACH newer')
  db.close()
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  copyFileSync(older, path)
  rmSync(older)
}

/** All results of an archive's lists, counters and searches. */
function everything({ messages, companies, todayFacts, books, charts, exchange }: Archive) {
  return {
    lists: FILTERS.flatMap(filter =>
      SORTS.flatMap(by =>
        [true, false].map(descending => messages.list({ ...ALL, ...filter, sort: { by, descending } })),
      ),
    ),
    summaries: FILTERS.map(filter => messages.summary(filter)),
    searches: SEARCHES.map(search => messages.list({ ...ALL, search })),
    unread: messages.unread(),
    companies: companies.list(),
    today: [todayFacts.sent(0), todayFacts.leaving(NOON), todayFacts.unsent(), todayFacts.acts(0)],
    books: books.select({ filter: { book: 'new' } }),
    charts: [charts.months(undefined, YEAR), charts.vat(undefined, YEAR), charts.arrivals(undefined, NOON)],
    waiting: exchange.waiting(),
  }
}

async function olderArchive(): Promise<{ dataDir: string; before: ReturnType<typeof everything> }> {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  await fill(archive)
  // A seat of an office: its triggers are in the older database.
  archive.exchange.begin()
  const before = everything(archive)
  archive.close()
  downgrade(dataDir)
  return { dataDir, before }
}

test('an archive of the version before keeps every list, counter and search', async () => {
  const { dataDir, before } = await olderArchive()
  const opened = await openTestArchive(dataDir)
  expect(before.searches.map(({ total }) => total)).toEqual(expect.arrayContaining([24, 12]))
  expect(everything(opened)).toEqual(before)
  await opened.messages.indexTexts(new AbortController().signal)
  expect(everything(opened)).toEqual(before)
  await opened.messages.store('1039', aZip(anInvoice({ number: 'FCT-1039', line: 'Zebra' })))
  expect(opened.messages.list({ ...ALL, search: 'zebra' }).items.map(({ id }) => id)).toEqual(['1039'])
  expect(await opened.verify(() => undefined, new AbortController().signal)).toEqual({ checked: 25, problems: [] })
})

test('an upgrade that is killed half-way begins again, and loses nothing', async () => {
  const { dataDir, before } = await olderArchive()
  const path = databasePath(dataDir)
  const db = new DatabaseSync(path)
  // This puts the changes so far into the log.
  db.exec('PRAGMA cache_size = 1; PRAGMA wal_autocheckpoint = 0; BEGIN IMMEDIATE')
  db.exec(LISTS_AT_ANY_SIZE)
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(10_000)
  const killed = temporaryFolder()
  for (const end of ['', '-wal']) copyFileSync(path + end, databasePath(killed) + end)
  db.close()
  const opened = await openTestArchive(killed)
  expect(everything(opened)).toEqual(before)
})

test('W-06 paid invoices of an earlier version get their total with VAT at the next sync, and go out once more then', async () => {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.companies.put(CUI, 'granted')
  archive.messages.record([aMessage({ id: '1' }), aMessage({ id: '2' }), aMessage({ id: '3' })])
  const total = '<cbc:TaxInclusiveAmount>1210.00</cbc:TaxInclusiveAmount>'
  const xml = anInvoice({ amount: '10.00 RON' }).replace('<cbc:PayableAmount>', `${total}$&`)
  for (const id of ['1', '2']) await archive.messages.store(id, aZip(xml))
  archive.exchange.begin()
  archive.close()
  const older = new DatabaseSync(databasePath(dataDir))
  older.exec(`PRAGMA user_version = ${MIGRATIONS.indexOf(AMOUNTS_WITH_VAT)}; ${WITHOUT_LATEST_STEPS}
    UPDATE messages SET invoice = json_remove(invoice, '$.grossAmount');
    -- The file of one document is with another seat.
    UPDATE messages SET path = NULL WHERE id = '2';
    -- The office has all but one.
    DELETE FROM office_outbox WHERE key <> '3'`)
  older.close()

  const { messages, exchange } = await openTestArchive(dataDir)
  const keys = () => exchange.outgoing({ after: 0, limit: 100, companies: 'all' }).map(({ key }) => key)
  expect(messages.summary({}, undefined).totals).toEqual([{ currency: 'RON', count: 2, amount: '20.00' }])
  expect([messages.undescribed(), keys()]).toEqual([['1'], ['3']])
  await messages.describe('1')
  expect(messages.summary({}, undefined).totals).toEqual([{ currency: 'RON', count: 2, amount: '1220.00' }])
  expect([messages.undescribed(), keys()]).toEqual([[], ['3', '1']])
  expect(messages.list({ ...ALL, search: '1210' }).items.map(({ id }) => id)).toEqual(['1'])
})

test('a document of an earlier version that cannot be read again keeps its description', async () => {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.companies.put(CUI, 'granted')
  archive.messages.record([aMessage({ id: '1' }), aMessage({ id: '2' })])
  await archive.messages.store('1', aZip(anInvoice({ number: 'A/1' })))
  await archive.messages.store('2', aZip('<!DOCTYPE a [<!ENTITY x "y">]><Invoice>&x;</Invoice>'))
  archive.close()
  const older = new DatabaseSync(databasePath(dataDir))
  older.exec(`PRAGMA user_version = ${MIGRATIONS.indexOf(AMOUNTS_WITH_VAT)}; ${WITHOUT_LATEST_STEPS}
    UPDATE messages SET undescribed = NULL, invoice = (SELECT invoice FROM messages WHERE id = '1') WHERE id = '2'`)
  older.close()
  const { messages } = await openTestArchive(dataDir)
  await messages.describe('2')
  expect(messages.undescribed()).toEqual(['1'])
  expect(messages.get('2')?.item.invoice?.number).toBe('A/1')
})
