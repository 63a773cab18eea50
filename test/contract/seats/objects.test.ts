import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import type { EInvoicing } from '../../../native-host/authority/efactura/types.ts'
import { runSync } from '../../../native-host/capabilities/invoices/sync.ts'
import { backUp } from '../../../native-host/office/backup/back-up.ts'
import { restoreOffice } from '../../../native-host/office/backup/restore.ts'
import { createOffice } from '../../../native-host/office/create-office.ts'
import { exchangeAll } from '../../../native-host/office/exchange/exchange.ts'
import { createGuards } from '../../../native-host/office/guards/create-guards.ts'
import { downloadForAll } from '../../../native-host/office/guards/shared-downloads.ts'
import { openOffice } from '../../../native-host/office/office.ts'
import { openObjectStore } from '../../../native-host/office/store/objects.ts'
import { type ObjectServer, startObjectServer } from '../support/object-store.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, MANAGER, openBuilding, type Seat } from '../support/seats.ts'
import { sha256 } from '../support/uploads.ts'

const never = new AbortController().signal
const log = { warn: () => undefined }

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
    const storage = { endpoint, region: 'auto', keepsAll: true }
    await expect(createOffice(owner, { seat: 'Birou', storage })).rejects.toMatchObject({
      reason: 'office-storage-key',
    })
    const login = await createOffice(owner, { seat: 'Birou', storage, objectStore: access })
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
    await expect(none.entryDocument(key)).rejects.toMatchObject({ reason: 'office-storage-key' })
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
    expect(await backUp(office, archive.exchange.bytes, join(dataDir, 'birou.backup'), never)).toMatchObject({
      documents: 1,
    })
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

    test('E-33 a message that lies in a store out of reach fails by itself: another company is synced', async () => {
      const OTHER = '361757'
      const zip = aZip(anInvoice({ number: 'MARE-3', line: randomBytes(1_100_000).toString('base64') }))
      await sync(office.first, '63', zip)
      await office.first.exchange()
      const { archive } = await office.seat({ name: 'Al treilea' })
      for (const cui of [CUI, OTHER]) archive.companies.put(cui, 'unknown')
      const listed = [aMessage({ id: '63' }), aMessage({ id: '64', cui: OTHER })]
      const client = {
        download: async () => ({ kind: 'zip', bytes: aZip(anInvoice({ number: 'MICA-3' })) }) as const,
      } as unknown as EInvoicing
      const { download } = createGuards(second.office, archive).eInvoicing(client)
      const list = async (cui: string) => ({
        ...{ messages: listed.filter(one => one.cui === cui), completeUntil: 1, certificate: null, unread: undefined },
      })
      const source = { list, download }
      objects.fault = 'away'
      const ports = { archive, source, now: Date.now, requestsPerMinute: 60, certificate: async () => null }
      const result = await runSync(ports, {}, { signal: never, progress: () => undefined })
      objects.fault = undefined
      expect(result).toMatchObject({ downloaded: 1, failed: 1 })
      expect(archive.messages.get('64')?.item.state).toBe('archived')
      const [left] = archive.messages.pending([CUI])
      expect([left?.id, left?.error?.details?.reason]).toEqual(['63', 'office-storage'])
    })

    test('a store that has failed is not asked for each document of a sync, and those of the database come', async () => {
      const ids = ['81', '82', '83']
      for (const id of ids)
        await sync(office.first, id, aZip(anInvoice({ line: randomBytes(1_100_000).toString('base64') })))
      await sync(office.first, '84', small)
      await office.first.exchange()
      const late = await office.seat({ name: 'Al cincilea' })
      await late.exchange()
      objects.fault = 'away'
      const before = objects.asked.length
      for (const id of ids)
        await expect(sync(late, id, new Uint8Array())).rejects.toMatchObject({ reason: 'office-storage' })
      expect(objects.asked.length - before).toBe(1)
      expect(await sync(late, '84', new Uint8Array())).toEqual(small)
      objects.fault = undefined
    })

    test('a store that has failed is not asked again in this exchange, and documents of the database are brought', async () => {
      const ids = ['65', '66', '67']
      for (const id of ids)
        await sync(
          office.first,
          id,
          aZip(anInvoice({ number: `MARE-${id}`, line: randomBytes(1_100_000).toString('base64') })),
        )
      await sync(office.first, '68', small)
      await office.first.exchange()
      const late = await office.seat({ name: 'Al patrulea' })
      objects.fault = 'away'
      const before = objects.asked.length
      await expect(late.exchange('all')).rejects.toMatchObject({ reason: 'office-storage' })
      expect(objects.asked.length - before).toBe(1)
      expect((await opened(late, '68')).equals(small)).toBe(true)
      objects.fault = undefined
      await late.exchange('all')
      expect(late.archive.messages.get('67')?.item.state).toBe('archived')
    })

    test('a seat without the key of the store exchanges all that does not lie there', async () => {
      const keyless = openOffice({ ...second.login, objectStore: null }, 'prod')
      const { archive } = second
      const zip = aZip(anInvoice({ number: 'MICA-4' }))
      archive.messages.record([aMessage({ id: '70' }), aMessage({ id: '72' })])
      await archive.messages.store('70', zip)
      await archive.messages.store('72', aZip(anInvoice({ line: randomBytes(1_100_000).toString('base64') })))
      const parts = { office: keyless, exchange: archive.exchange, environment: 'prod', keeps: 'opened', log } as const
      expect((await exchangeAll(parts, never)).problem?.reason).toBe('office-storage-key')
      expect(archive.exchange.waiting()).toBe(1)
      expect((await keyless.documents()).storageProblem?.reason).toBe('office-storage-key')
      await keyless.close()
      await office.first.exchange()
      expect((await opened(office.first, '70')).equals(zip)).toBe(true)
      await second.exchange()
      expect(archive.exchange.waiting()).toBe(0)
    })

    test('a document that the store lost is missing in the backup by name, and a restored office takes it from its seat again', async () => {
      const { first, server } = office
      const ids = ['75', '76']
      const zips = ids.map(id => aZip(anInvoice({ number: id, line: randomBytes(1_100_000).toString('base64') })))
      const [lost = small, held = small] = zips
      await sync(first, '75', lost)
      await sync(first, '76', held)
      await sync(second, '77', small)
      await first.exchange()
      // A clerk with a SQL client can name a document that is nowhere.
      await second.office.database.query(
        `INSERT INTO recipisa.documents (company, sha256, size, body, seat) VALUES ($1, sha256('nimic'), 5, NULL, recipisa.my_seat())`,
        [CUI],
      )
      for (const zip of zips) objects.remove(sha256(zip))
      const file = join(first.dataDir, 'cu-lipsuri.backup')
      const here: typeof first.archive.exchange.bytes = entry =>
        entry.key === '76' ? first.archive.exchange.bytes(entry) : Promise.resolve(undefined)
      const made = await backUp(first.office, here, file, never)
      expect(made.missing.map(one => one.sha256).sort()).toEqual([sha256(lost), sha256(Buffer.from('nimic'))].sort())
      // The seat that makes the backup has it: it lies in the store again too.
      expect(objects.objects().filter(name => name.includes(sha256(held)))).toHaveLength(1)

      await server.createDatabase('cu_lipsuri', MANAGER)
      const owner = { url: server.url('cu_lipsuri', MANAGER.user), password: MANAGER.password, ca: null }
      const { login, ...restored } = await restoreOffice(owner, file, 'Birou', never)
      expect(restored).toEqual(made)
      const again = openOffice({ ...login, ca: null, objectStore: objects.login }, 'prod')
      const key = (id: string) => ({ area: 'invoices', environment: 'prod', key: id }) as const
      expect(Buffer.from(await again.entryDocument(key('76'))).equals(held)).toBe(true)
      await expect(again.entryDocument(key('75'))).rejects.toMatchObject({ reason: 'office-document-missing' })
      const { exchange } = first.archive
      await exchangeAll({ office: again, exchange, environment: 'prod', keeps: 'opened', log }, never)
      expect(Buffer.from(await again.entryDocument(key('75'))).equals(lost)).toBe(true)
      await again.close()
      await first.exchange()
    })
  })
})
