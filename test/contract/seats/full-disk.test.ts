import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { mountSmallDisk } from '../../crashes/support/small-disk.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, hashesOf, openBuilding, type Seat } from '../support/seats.ts'

const never = new AbortController().signal
const DOCUMENTS = 60
// Not every account may mount a disk.
const disk = HAS_POSTGRES ? mountSmallDisk(16) : undefined

describe.skipIf(disk === undefined)('a seat whose disk is full', () => {
  let building: Building & { first: Seat }
  let seat: Seat
  beforeAll(async () => {
    building = await openBuilding()
    seat = await building.seat({ name: 'Plin' }, { dataDir: join(disk?.folder ?? '', 'data') })
  })
  afterAll(async () => {
    await building?.close()
    disk?.unmount()
  })

  const archive = async ({ archive: { messages } }: Seat, from: number) => {
    const ids = Array.from({ length: DOCUMENTS }, (_, n) => String(from + n))
    messages.record(ids.map(id => aMessage({ id })))
    for (const id of ids) await messages.store(id, aZip(anInvoice({ number: `F-${id}` })))
  }

  test('H-13 loses nothing of its own and nothing of its colleagues, says so, and goes on once there is room', async () => {
    const { first } = building
    await archive(first, 1000)
    await first.exchange()
    await archive(seat, 2000)
    for (const room of [0, 64_000, 200_000]) {
      disk?.leave(room)
      await expect(seat.exchange('all'), `${room} bytes`).rejects.toMatchObject({ reason: 'storage-failed' })
      disk?.makeRoom()
    }
    await seat.exchange('all')
    await first.exchange('all')
    for (const one of [seat, first]) {
      expect(hashesOf(one)).toHaveLength(2 * DOCUMENTS)
      expect(hashesOf(one)).toEqual(hashesOf(first))
      expect((await one.archive.verify(() => undefined, never)).problems).toEqual([])
      expect(one.archive.exchange.waiting()).toBe(0)
    }
  })
})
