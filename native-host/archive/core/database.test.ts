import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Database } from './database.ts'
import { MIGRATIONS } from './schema.ts'
import { temporaryFolder } from './test-archive.fixture.ts'

/** Locks a database as a process does that brings its schema up to date, and lets it go after a while. */
const HOLDER = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const db = new DatabaseSync(workerData)
  db.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('locked')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  db.exec('COMMIT')
  db.close()
`

test('a process waits while another one brings the schema up to date, however long that takes', async () => {
  const path = join(temporaryFolder(), 'recipisa.db')
  const old = new DatabaseSync(path)
  old.exec(`PRAGMA journal_mode = WAL; ${MIGRATIONS[0]}; PRAGMA user_version = 1`)
  old.close()
  const holder = new Worker(HOLDER, { eval: true, workerData: path })
  await new Promise(resolve => holder.once('message', resolve))
  const db = await Database.open(path, { statement: 20, migration: 60_000 })
  expect(db.get('PRAGMA user_version')).toEqual({ user_version: MIGRATIONS.length })
  expect(db.get('PRAGMA busy_timeout')).toEqual({ timeout: 20 })
  db.close()
  await holder.terminate()
})
