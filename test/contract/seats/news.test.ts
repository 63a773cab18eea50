import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { parseOfficeUrl } from '../../../native-host/office/address.ts'
import { exchangeAll } from '../../../native-host/office/exchange/exchange.ts'
import { followOffice } from '../../../native-host/office/exchange/follow.ts'
import { openOffice } from '../../../native-host/office/office.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'
import { NO_FLAGS } from '../support/uploads.ts'

const INVOICE = new TextEncoder().encode(anInvoice({ number: 'U-1' }))

describe.skipIf(!HAS_POSTGRES)('news of other seats', () => {
  let building: Building & { first: Seat }
  let second: Seat
  beforeAll(async () => {
    building = await openBuilding()
    second = await building.seat({ name: 'Al doilea' })
  })
  afterAll(() => building?.close())

  const stateOf = ({ archive }: Seat, id: string) => archive.messages.get(id)?.item.state
  const archiveOne = async ({ archive }: Seat, id: string) => {
    archive.messages.record([aMessage({ id })])
    await archive.messages.store(id, aZip(anInvoice({ number: `N-${id}` })))
  }
  const follow = ({ office, archive }: Seat) =>
    followOffice({
      ...{ office, exchange: archive.exchange, locks: archive.locks },
      ...{ environment: 'prod', keeps: 'opened', log: { warn: () => undefined } },
    })

  test('a seat that follows sees what another one archives, also after the database was restarted', async () => {
    const followers = [building.first, second].map(follow)
    await archiveOne(building.first, '1')
    await expect.poll(() => stateOf(second, '1'), { timeout: 60_000 }).toBe('archived')
    await building.server.restart('SIGKILL')
    await archiveOne(second, '2')
    await expect.poll(() => stateOf(building.first, '2'), { timeout: 60_000 }).toBe('archived')
    await Promise.all(followers.map(follower => follower.stop(30_000)))
  })

  test('a server that only reads brings news and documents; what is to go out waits, and goes out later', async () => {
    const { first, server, database } = building
    const reader = await building.seat({ name: 'Citește' })
    await reader.exchange()
    await archiveOne(first, '40')
    await first.exchange()
    await archiveOne(reader, '41')
    /** By connections of their own: those that a seat has keep the setting with which they began. */
    const exchange = async () => {
      const office = openOffice({ ...reader.login, objectStore: null }, 'prod')
      const parts = { office, exchange: reader.archive.exchange, environment: 'prod', keeps: 'all' } as const
      const done = await exchangeAll({ ...parts, log: { warn: () => undefined } }, new AbortController().signal)
      await office.close()
      return done
    }
    await server.run('postgres', `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    try {
      const problem = { reason: 'office-unreachable' }
      expect(await exchange()).toMatchObject({ received: 1, sent: 0, problem })
      expect(stateOf(reader, '40')).toBe('archived')
      expect(reader.archive.exchange.wanted({ after: '', limit: 10, companies: 'all' })).toEqual([])
      expect(reader.archive.exchange.waiting()).toBe(1)
    } finally {
      await server.run('postgres', `ALTER DATABASE ${database} RESET default_transaction_read_only`)
    }
    expect(await exchange()).toMatchObject({ sent: 1, problem: null })
    await first.exchange()
    expect(stateOf(first, '41')).toBe('archived')
  })

  test('what waits when a process ends goes out before', async () => {
    const follower = follow(second)
    await archiveOne(second, '3')
    await follower.stop(30_000)
    expect(second.archive.exchange.waiting()).toBe(0)
    await building.first.exchange()
    expect(stateOf(building.first, '3')).toBe('archived')
  })

  test('an entry that is committed after later ones is not missed', async () => {
    const { host, port, database, user } = parseOfficeUrl(second.login.url)
    const slow = new Client({ host, port, database, user, password: second.login.password ?? '' })
    await slow.connect()
    const { exchange } = second.archive
    exchange.begin()
    second.archive.messages.record([aMessage({ id: '4' })])
    const entry = exchange.entry('invoices', '4')
    await slow.query('BEGIN')
    await slow.query('SELECT recipisa.put_entry($1, $2, $3, $4, $5, NULL)', [
      ...['invoices', 'prod', '4', CUI, JSON.stringify(entry?.body)],
    ])
    await archiveOne(building.first, '5')
    await building.first.exchange()
    const third = await building.seat({ name: 'Al treilea' })
    await third.exchange()
    expect(stateOf(third, '4')).toBeUndefined()
    await slow.query('COMMIT')
    await slow.end()
    await third.exchange()
    expect([stateOf(third, '4'), stateOf(third, '5')]).toEqual(['listed', 'archived'])
  })

  test('a server put back to an earlier state keeps no news from a seat that had read further, and gets back what it lost', async () => {
    const { first, server, database } = building
    await archiveOne(second, '6')
    await second.exchange()
    const { exchange } = second.archive
    const cursor = exchange.cursor() ?? expect.fail('it has read nothing')
    await server.run(database, `DELETE FROM recipisa.entries WHERE area = 'invoices' AND key = '6'`)
    exchange.receive([], { ...cursor, txid: String(BigInt(cursor.txid) + 1_000_000n) })
    await archiveOne(first, '7')
    await first.exchange()
    await second.exchange()
    expect(stateOf(second, '7')).toBe('archived')
    await first.exchange()
    expect(stateOf(first, '6')).toBe('archived')
  })

  test('a server put back to an earlier state is noticed also once the others have written as much as was lost', async () => {
    const { first, server, database } = building
    for (const seat of [first, second]) await seat.exchange()
    const putBack = await server.snapshot()
    await archiveOne(second, '60')
    await second.exchange()
    await second.exchange()
    await putBack()
    await archiveOne(first, '61')
    await first.exchange()
    for (let n = 0; n < 20; n++) await server.run(database, 'SELECT pg_current_xact_id()')
    await second.exchange()
    expect(stateOf(second, '61')).toBe('archived')
    await first.exchange()
    expect(stateOf(first, '60')).toBe('archived')
    // Nothing of it comes again.
    expect(await second.exchange()).toMatchObject({ sent: 0, received: 0 })
  })

  test('what a colleague has filed is known here, also when it comes while the same is about to be sent from here', async () => {
    const { first } = building
    const bytes = new TextEncoder().encode(anInvoice({ number: 'U-2' }))
    const begin = async ({ archive: { uploads } }: Seat) => {
      const sha256 = await uploads.stage(bytes, 'u2.xml')
      const draft = {
        ...{ sha256, size: bytes.length, fileName: 'u2.xml', cui: CUI, standard: 'UBL' as const },
        ...{ flags: NO_FLAGS, invoice: null, corrects: null },
      }
      const begun = uploads.begin(draft, false)
      if (!('attempt' in begun)) throw new Error('it was begun before')
      uploads.claim(begun.attempt.id)
      return begun.attempt
    }
    const ours = await begin(second)
    const { id, sha256 } = await begin(first)
    first.archive.uploads.update(id, { state: 'processing', uploadIndex: '87' })
    first.archive.uploads.update(id, { state: 'ok', downloadId: '88', nextCheckAt: null })
    await first.exchange()
    await second.exchange()
    expect(second.archive.uploads.get(ours.id)?.state).toBe('sending')
    second.archive.uploads.update(ours.id, { state: 'not-sent' })
    const known = second.archive.uploads.byContent(sha256).map(({ state, uploadIndex }) => ({ state, uploadIndex }))
    expect(known).toContainEqual({ state: 'ok', uploadIndex: '87' })
    expect(known).toContainEqual({ state: 'not-sent', uploadIndex: null })
  })

  test('an upload whose outcome one seat does not know is found out by another one, and sent by none', async () => {
    const { first } = building
    const sha256 = await first.archive.uploads.stage(INVOICE, 'u.xml')
    const draft = {
      ...{ sha256, size: INVOICE.length, fileName: 'u.xml', cui: CUI, standard: 'UBL' as const },
      ...{ flags: NO_FLAGS, invoice: null, corrects: null },
    }
    const begun = first.archive.uploads.begin(draft, false)
    if (!('attempt' in begun)) throw new Error('it was begun before')
    const { id } = begun.attempt
    first.archive.uploads.claim(id)
    first.archive.uploads.update(id, { state: 'unknown' })
    first.archive.uploads.release(id)
    await first.exchange()
    await second.exchange()

    const [theirs] = second.archive.uploads.byContent(sha256)
    expect(theirs).toMatchObject({ state: 'unknown', seat: 'Birou' })
    expect(theirs?.nextCheckAt).not.toBeNull()
    await second.archive.uploads.stage(INVOICE, 'u.xml')
    expect(second.archive.uploads.begin(draft, false)).toMatchObject({ earlier: { id: theirs?.id } })

    second.archive.uploads.update(theirs?.id ?? 0, { state: 'processing', uploadIndex: '77' })
    second.archive.uploads.update(theirs?.id ?? 0, { state: 'ok', downloadId: '78', nextCheckAt: null })
    await second.exchange()
    await first.exchange()
    expect(first.archive.uploads.get(id)).toMatchObject({ state: 'ok', uploadIndex: '77', downloadId: '78' })
    expect(
      await building.server.run(building.database, `SELECT state, number FROM recipisa.filings WHERE content = $1`, [
        Buffer.from(sha256, 'hex'),
      ]),
    ).toEqual([{ state: 'accepted', number: '77' }])
  })
})
