import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Archive } from '../core/archive.ts'
import { createCompanies } from '../core/companies.ts'
import { Database } from '../core/database.ts'
import { openArchive } from '../core/open.ts'
import { databasePath } from '../core/paths.ts'
import { MIGRATIONS } from '../core/schema/schema.ts'
import { UPLOADS_AT_ANY_SIZE } from '../core/schema/schema-uploads.ts'
import { REFUSED_UPLOAD } from '../today/unresolved.ts'
import type { UploadQuery } from './upload-archive.ts'
import { orderOf, rowsOf, uploadConditions } from './upload-query.ts'

const UPLOADS = 3000
const NOW = Date.UTC(2026, 10, 20, 10)
const PAGE = { limit: 7, offset: 0 }

let dataDir: string
let archive: Archive
let db: DatabaseSync

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'recipisa-uploads-'))
  const older = new DatabaseSync(databasePath(dataDir))
  const step = MIGRATIONS.indexOf(UPLOADS_AT_ANY_SIZE)
  for (const earlier of MIGRATIONS.slice(0, step)) older.exec(earlier)
  older.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = ${step};
    WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${UPLOADS})
      INSERT INTO attempts (environment, id, state, started, sha256, size, file_name, cui, standard, flags, invoice,
          upload_index, created_at)
        SELECT 'test', i, CASE WHEN i % 100 = 0 THEN 'nok' WHEN i > ${UPLOADS - 2} THEN 'processing' ELSE 'ok' END, 1,
          'hash ' || i, 9, 'f' || i || '.xml', 10 + i % 2, 'UBL', '{}',
          json_object('number', 'F' || (i % 2000), 'buyerName', 'Țara ' || (i % 13)), 900000 + i, ${NOW} FROM numbers`)
  older.close()
  archive = await openArchive({ dataDir, environment: 'test', now: () => NOW })
  archive.lookups.mark('11', { givenName: 'Frăția' })
  db = new DatabaseSync(databasePath(dataDir), { readOnly: true })
})
afterAll(() => {
  db.close()
  archive.close()
  rmSync(dataDir, { recursive: true })
})

const totalOf = (query: Partial<UploadQuery>) => archive.uploads.list({ ...PAGE, ...query }).total
const planOf = (sql: string): string =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${sql.replace(/:\w+/g, `'x'`)}`)
    .all()
    .map(({ detail }) => detail)
    .join('\n')

test('uploads of an earlier version are found by their words, numbers and company, as new ones are', () => {
  expect(totalOf({ search: 'tara' })).toBe(UPLOADS)
  expect(totalOf({ search: 'fratia tara' })).toBe(1500)
  expect(totalOf({ search: 'F234' })).toBe(12)
  expect(totalOf({ search: 'f2999.xml' })).toBe(1)
  expect(totalOf({ search: '902500' })).toBe(1)
  archive.uploads.begin(
    {
      ...{ sha256: 'a'.repeat(64), size: 4, fileName: 'Țiglă.xml', cui: '11', standard: 'UBL', corrects: null },
      ...{ flags: { extern: false, selfBilled: false, enforcement: false, b2c: false }, invoice: null },
    },
    false,
  )
  expect([
    totalOf({ search: 'tigla' }),
    totalOf({ search: 'fratia tigla' }),
    totalOf({ search: 'tara tigla' }),
  ]).toEqual([1, 1, 0])
})

test('a page behind the last one still knows how many uploads there are', () => {
  const found = archive.uploads.list({ limit: 7, offset: 14, search: 'f2999.xml' })
  expect([found.items.length, found.total]).toEqual([0, 1])
})

test('a refused upload is resolved by a later one of its number and company, which SQLite finds by the number', () => {
  // Of thirty, the later ten have the numbers of the first ten.
  expect([archive.uploads.counts().refused, totalOf({ refused: true })]).toEqual([20, 20])
  const plan = planOf(`SELECT count(*) FROM attempts WHERE environment = 'test' AND ${REFUSED_UPLOAD}`)
  expect(plan).toContain('SEARCH attempts USING INDEX attempts_by_state')
  expect(plan).toContain('SEARCH later USING INDEX attempts_by_number')
  expect(plan).not.toContain('SCAN')
})

test.each([{}, { cui: '11' }, { state: 'nok' }, { refused: true, cui: '11' }] as const)(
  'the latest uploads of %o are read in their order, without sorting all',
  query => {
    const { where } = uploadConditions({ ...PAGE, ...query }, NOW)
    const sql = `FROM ${rowsOf({ ...PAGE, ...query })} WHERE environment = 'test' AND ${where}`
    expect(planOf(`SELECT * ${sql} ${orderOf({ ...PAGE, ...query })} LIMIT 7`)).not.toContain('TEMP B-TREE')
  },
)

test('the list of companies reads only their refused uploads', async () => {
  const real = await Database.open(databasePath(dataDir))
  const asked: string[] = []
  const recording = new Proxy(real, {
    get(target, name) {
      if (name !== 'all') return Reflect.get(target, name)
      return (sql: string) => {
        asked.push(sql)
        return []
      }
    },
  })
  createCompanies(recording, 'test', () => NOW).list()
  real.close()
  expect(asked.map(planOf).join()).toContain('SEARCH attempts USING INDEX attempts_by_state')
})
