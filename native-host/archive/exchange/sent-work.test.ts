import { cpSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Archive } from '../core/archive.ts'
import { openNewArchive } from '../core/new-archive.fixture.ts'
import { databasePath } from '../core/paths.ts'
import { MIGRATIONS } from '../core/schema/schema.ts'
import { CUI, NOON, openTestArchive, temporaryFolder, WITHOUT_LATEST_STEPS } from '../core/test-archive.fixture.ts'
import type { ReceivedEntry } from './exchange.ts'
import { OFFICE_SENT } from './schema-exchange.ts'

const CONTENT = { sha256: 'a'.repeat(64), size: 4, cui: CUI }
const UPLOAD = {
  ...{ ...CONTENT, fileName: 'f.xml', standard: 'UBL' as const, invoice: null, corrects: null },
  flags: { extern: false, selfBilled: false, enforcement: false, b2c: false },
}
const DECLARATION = { ...CONTENT, fileName: 'd300.pdf', again: false, companyName: null, form: 'D300', period: null }
const REQUEST = { type: 'VECTOR FISCAL', cuis: [CUI], params: {} }

/** What waits to go out, as it would come back from the office if this archive had lost it. */
const asLost = ({ exchange }: Archive): ReceivedEntry[] =>
  exchange
    .outgoing({ after: 0, limit: 10, companies: 'all' })
    .map(({ n: _, ...entry }) => ({ ...entry, seat: null, isHistory: false }))

const at = (txid: string) => ({ epoch: 'birou toate', txid, seq: '1', since: '1' })

test('an archive knows the transactions in which it sent, whatever it has read, and no others of its seat', async () => {
  const { exchange } = await openTestArchive(temporaryFolder())
  const known = () => ['39', '40', '45', '50', '51'].filter(exchange.hasSent)
  expect(known()).toEqual([])
  for (const txid of ['40', '50']) exchange.sent([], txid)
  expect(known()).toEqual(['40', '50'])
  exchange.receive([], at('60'))
  exchange.restart(false)
  expect(known()).toEqual(['40', '50'])
  // A restored office counts its transactions anew.
  exchange.restart(true)
  expect(known()).toEqual([])
})

test('an archive of an earlier version has all that its seat wrote before it read last', async () => {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.exchange.receive([], at('60'))
  archive.close()
  const older = new DatabaseSync(databasePath(dataDir))
  older.exec(`PRAGMA user_version = ${MIGRATIONS.indexOf(OFFICE_SENT)}; ${WITHOUT_LATEST_STEPS}`)
  older.close()
  const { exchange } = await openTestArchive(dataDir)
  exchange.sent([], '70')
  expect(['1', '60', '61', '70', '71'].filter(exchange.hasSent)).toEqual(['1', '60', '70'])
})

test('an attempt that came to nothing stays that when its earlier state comes back, also after another one', async () => {
  const clock = { now: NOON }
  const archive = await openNewArchive({
    ...{ dataDir: temporaryFolder(), environment: 'prod', now: () => clock.now },
  })
  const { uploads, declarations, exchange } = archive
  exchange.begin()
  const file = (state: 'unknown' | 'rejected') => {
    const [upload, filed] = [uploads.begin(UPLOAD, false), declarations.begin([DECLARATION])]
    if (!('attempt' in upload) || !('begun' in filed)) throw new Error('it was filed before')
    const id = { upload: upload.attempt.id, declaration: filed.begun[0]?.id ?? 0 }
    uploads.claim(id.upload)
    declarations.claim(id.declaration)
    uploads.update(id.upload, { state })
    declarations.update(id.declaration, { state })
    uploads.release(id.upload)
    declarations.release(id.declaration)
    return id
  }
  const first = file('unknown')
  const sent = asLost(archive)
  uploads.update(first.upload, { state: 'not-sent' })
  declarations.update(first.declaration, { state: 'not-sent' })
  clock.now += 60_000
  file('rejected')
  expect(exchange.receive(sent, undefined)).toEqual([])
  for (const { byContent } of [uploads, declarations])
    expect(byContent(CONTENT.sha256).map(({ state }) => state)).toEqual(['rejected', 'not-sent'])
  archive.close()
})

test('a request that a copy of the data folder still waits to send is made once', async () => {
  const [folder, copy] = [temporaryFolder(), temporaryFolder()]
  const archive = await openTestArchive(folder)
  archive.exchange.begin()
  const begun = archive.requests.begin(REQUEST, false)
  const id = 'requests' in begun ? (begun.requests[0]?.id ?? 0) : 0
  cpSync(folder, copy, { recursive: true })
  archive.requests.claim(id)
  archive.requests.update(id, { state: 'requested', requestId: '900', answeredAt: NOON, nextCheckAt: NOON })
  const sent = asLost(archive)

  const restored = await openTestArchive(copy)
  restored.exchange.receive(sent, undefined)
  expect(restored.requests.open()).toMatchObject([{ id, state: 'requested', requestId: '900', nextCheckAt: NOON }])
  expect(restored.requests.claim(id)).toBeUndefined()
})
