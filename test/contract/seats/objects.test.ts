import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { createOffice } from '../../../native-host/office/create-office.ts'
import { openOffice } from '../../../native-host/office/office.ts'
import { openObjectStore } from '../../../native-host/office/store/objects.ts'
import { type ObjectServer, startObjectServer } from '../support/object-store.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, MANAGER, openBuilding, type Seat } from '../support/seats.ts'

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
})
