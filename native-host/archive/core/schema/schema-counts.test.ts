import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Database } from '../database.ts'
import { temporaryFolder } from '../test-archive.fixture.ts'
import { FILL_COUNTS } from './schema-counts.ts'

const TABLES = ['all_counts', 'company_counts', 'day_counts'] as const

test('the counters are right in whatever order SQLite runs the triggers of a statement', async () => {
  const db = await Database.open(join(temporaryFolder(), 'recipisa.db'))
  // The latest trigger currently comes first.
  const described = db.get<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = 'messages_described'`)
  db.run('DROP TRIGGER messages_described')
  db.run(described?.sql ?? '')
  db.run(
    `INSERT INTO messages (environment, id, upload_index, cui, kind, type, created_at, created_day, details, self_billed, search)
      VALUES ('prod', '1', '1', '10', 'sent', '', 1, '2026-01-01', '', 0, ''), ('prod', '2', '2', '10', 'sent', '', 2, '2026-01-01', '', 0, '')`,
  )
  for (const id of ['1', '2'])
    db.run(`UPDATE messages SET state = 'archived', seen = 1, invoice = :invoice WHERE id = :id`, {
      id,
      invoice: JSON.stringify({ issueDate: `2025-12-3${id}`, currency: 'RON', payableAmount: '12.50' }),
    })
  const kept = TABLES.map(table => db.all(`SELECT * FROM ${table}`))
  for (const table of TABLES) db.run(`DELETE FROM ${table}`)
  for (const statement of FILL_COUNTS) db.run(statement)
  expect(kept).toEqual(TABLES.map(table => db.all(`SELECT * FROM ${table}`)))
  db.close()
})
