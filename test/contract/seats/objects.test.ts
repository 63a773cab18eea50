import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { backUp } from '../../../native-host/office/backup/back-up.ts'
import { createOffice } from '../../../native-host/office/create-office.ts'
import { downloadForAll } from '../../../native-host/office/guards/shared-downloads.ts'
import { openOffice } from '../../../native-host/office/office.ts'
import { openObjectStore } from '../../../native-host/office/store/objects.ts'
import { type ObjectServer, startObjectServer } from '../support/object-store.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, MANAGER, openBuilding, type Seat } from '../support/seats.ts'
import { sha256 } from '../support/uploads.ts'

const never = new AbortController().signal

describe.skipIf(!HAS_POSTGRES)('documents in an S3 store', () => {
  let building: Building & { first: Seat }
  let objects: ObjectServer
  beforeAll(async () => {
    objects = await startObjectServer()
    building = await openBuilding()
  })
  afterAll(async () => {
    await building?.close()
    await objects?.stop()
  })

  test('documents lie in the store and not in the database, are read by hash, and a changed one is not taken', async () => {
    const { server } = building
    const { endpoint, login: access } = objects
    await server.createDatabase('cu_depozit', MANAGER)
    const owner = { url: server.url('cu_depozit', MANAGER.user), password: MANAGER.password, ca: null }
    const login = await createOffice(owner, { seat: 'Birou', storage: { endpoint, region: 'auto', keepsAll: true } })
    const office = openOffice({ ...login, ca: null, objectStore: access }, 'prod')
    const zip = aZip(anInvoice({ number: 'S3-1' }))
    building.first.archive.messages.record([aMessage({ id: '1' })])
    const entry = building.first.archive.exchange.entry('invoices', '1')
    if (!entry) throw new Error('there is no entry')
    await building.first.archive.messages.store('1', zip)
    const { sha256 } = building.first.archive.messages.get('1') ?? {}
    await office.publish({ ...entry, sha256: sha256 ?? '' }, zip)

    expect(await server.run('cu_depozit', 'SELECT body, size FROM recipisa.documents')).toEqual([
      { body: null, size: zip.length },
    ])
    const key = { area: 'invoices', environment: 'prod', key: '1' } as const
    expect(Buffer.from(await office.entryDocument(key))).toEqual(Buffer.from(zip))
    const wrong = openOffice({ ...login, ca: null, objectStore: { ...access, secretAccessKey: 'altul' } }, 'prod')
    await expect(wrong.entryDocument(key)).rejects.toMatchObject({ reason: 'office-storage' })
    await wrong.close()
    const none = openOffice({ ...login, ca: null, objectStore: null }, 'prod')
    await expect(none.entryDocument(key)).rejects.toMatchObject({ reason: 'office-storage' })
    await none.close()

    await openObjectStore({ endpoint, region: 'auto', ...access }).put(
      `documents/${CUI}/${sha256}`,
      Buffer.from('altceva'),
    )
    await expect(office.entryDocument(key)).rejects.toMatchObject({ reason: 'document-damaged' })
    await office.close()
  })

  test('a backup waits for a slow store, however long its transaction in the database is idle meanwhile', async () => {
    const patience = 1000
    let database = ''
    /** Until no transaction may be idle any longer: it has been for twice the patience, or has ended. */
    const idle = async () => {
      const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND state = 'idle in transaction'
        AND state_change > clock_timestamp() - interval '${2 * patience} ms'`
      while ((await building.server.run('postgres', sql, [database])).length > 0);
    }
    const door = createServer(seat => {
      const slowly = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          await idle()
          yield chunk
        }
      }
      const store = connect(Number(new URL(objects.endpoint).port), '127.0.0.1')
      pipeline(seat, slowly, store, seat, () => undefined) // either side may end it
    }).listen(0, '127.0.0.1')
    await once(door, 'listening')
    const { port } = door.address() as AddressInfo
    const storage = { endpoint: `http://127.0.0.1:${port}/birou`, region: 'auto', keepsAll: true }
    const slow = await openBuilding({ server: building.server, objects: { storage, login: objects.login } })
    database = slow.database
    const { archive, dataDir, login } = slow.first
    archive.messages.record([aMessage({ id: '71' })])
    await archive.messages.store('71', aZip(anInvoice({ number: 'S3-71' })))
    await slow.first.exchange()

    const office = openOffice({ ...login, objectStore: objects.login }, 'prod')
    // Its only connection so far, which the backup takes.
    await office.database.query(`SET idle_in_transaction_session_timeout = ${patience}`)
    expect(await backUp(office, join(dataDir, 'birou.backup'), never)).toMatchObject({ documents: 1 })
    await office.close()
    await slow.close()
    door.close()
  })

  describe('of an office of two seats', () => {
    let office: Building & { first: Seat }
    let second: Seat
    const small = aZip(anInvoice({ number: 'MICA-1' }))
    /** Bytes that do not compress: over 1 MB. */
    const large = aZip(anInvoice({ number: 'MARE-1', line: randomBytes(1_100_000).toString('base64') }))
    beforeAll(async () => {
      const storage = { endpoint: objects.endpoint, region: 'auto', keepsAll: false }
      office = await openBuilding({ server: building.server, objects: { storage, login: objects.login } })
      second = await office.seat({ name: 'Al doilea' })
    })
    afterAll(() => office?.close())

    /** A sync's handling of a message: the guard before the authority's client, then the archive. */
    const sync = async ({ office: own, archive }: Seat, id: string, zip: Uint8Array) => {
      archive.messages.record([aMessage({ id })])
      const ports = { office: own, exchange: archive.exchange, area: 'invoices', environment: 'prod' } as const
      const answer = await downloadForAll(ports, id, async () => ({ bytes: zip }))
      if (answer === 'busy' || !('bytes' in answer)) return answer
      await archive.messages.store(id, answer.bytes)
      return answer.bytes
    }
    const opened = async ({ archive }: Seat, id: string) =>
      Buffer.from((await archive.messages.read({ area: 'invoices', id, as: 'zip' })).bytes)
    const inDatabase = () =>
      office.server.run<{ size: number; lies: boolean }>(
        office.database,
        'SELECT size, body IS NOT NULL AS lies FROM recipisa.documents ORDER BY size',
      )

    test('one seat downloads, the other opens the same bytes: over 1 MB from the store, the rest from the database', async () => {
      await sync(office.first, '21', small)
      await sync(office.first, '22', large)
      await office.first.exchange()
      expect(await second.exchange()).toMatchObject({ received: 2, brought: 0 })
      expect(await inDatabase()).toEqual([
        { size: small.length, lies: true },
        { size: large.length, lies: false },
      ])
      expect(objects.objects().filter(name => name.includes(sha256(large)))).toHaveLength(1)
      expect(objects.objects().filter(name => name.includes(sha256(small)))).toEqual([])
      expect(await opened(second, '21')).toEqual(Buffer.from(small))
      expect((await opened(second, '22')).equals(large)).toBe(true)
      expect((await second.archive.verify(() => undefined, never)).problems).toEqual([])
    })

    test.each([
      ['away', 'office-storage'],
      ['other-bytes', 'document-damaged'],
      ['cut-short', 'office-storage'],
    ] as const)(
      'a store that is %s: nothing wrong is opened, and the right bytes are as soon as it is mended',
      async (fault, reason) => {
        const id = String(30 + fault.length)
        const zip = aZip(anInvoice({ number: `MARE-${fault}`, line: randomBytes(1_100_000).toString('base64') }))
        await sync(office.first, id, zip)
        await office.first.exchange()
        await second.exchange()
        objects.fault = fault
        await expect(opened(second, id)).rejects.toMatchObject({ reason })
        await expect(second.exchange('all')).rejects.toMatchObject({ reason })
        objects.fault = undefined
        expect((await opened(second, id)).equals(zip)).toBe(true)
      },
    )

    test('while the store is out of reach a download is kept here, and nobody else downloads it; everything else is exchanged', async () => {
      const zip = aZip(anInvoice({ number: 'MARE-2', line: randomBytes(1_100_000).toString('base64') }))
      objects.fault = 'away'
      expect(await sync(office.first, '61', zip)).toEqual(zip)
      second.archive.messages.record([aMessage({ id: '61' })])
      expect(await sync(second, '61', zip)).toBe('busy')
      await sync(office.first, '62', aZip(anInvoice({ number: 'MICA-2' })))
      await expect(office.first.exchange()).rejects.toMatchObject({ reason: 'office-storage' })
      expect(office.first.archive.exchange.waiting()).toBe(1)
      await second.exchange()
      expect(second.archive.messages.get('62')?.item.state).toBe('archived')
      objects.fault = undefined
      await office.first.exchange()
      expect(office.first.archive.exchange.waiting()).toBe(0)
      expect(await sync(second, '61', new Uint8Array())).toEqual(zip)
    })
  })
})
