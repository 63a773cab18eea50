import { expect, test } from 'vitest'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { createCertificateReading } from './reading.ts'

const HOUR = 3_600_000

test('H-11 the tokens are read a few times a day, over a port of their own, and not again at once after a failure', async () => {
  const world = { now: 1_000 * HOUR, readAt: undefined as number | undefined, isBroken: false }
  const host = inMemoryHost({
    'certificates.list': () => {
      if (world.isBroken) throw { code: 'storage', message: 'the disk is full', details: {} }
      return { certificates: [], modules: [] }
    },
  })
  const look = createCertificateReading({
    readAt: async () => world.readAt,
    writeReadAt: async moment => {
      world.readAt = moment
    },
    connect: () => connectHost(host.open),
    now: () => world.now,
  })
  const readsAfter = async (hours: number) => {
    world.now += hours * HOUR
    await look().catch(() => undefined)
    return host.received.length
  }
  expect([await readsAfter(0), await readsAfter(1), await readsAfter(3)]).toEqual([1, 1, 2])
  world.isBroken = true
  expect([await readsAfter(4), await readsAfter(1)]).toEqual([3, 3])
  // The computer's clock was set back.
  expect(await readsAfter(-100)).toBe(4)
  expect(host.closed).toBe(host.opened)
})
