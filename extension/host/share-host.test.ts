import { afterEach, expect, test, vi } from 'vitest'
import { connectHost } from './client.ts'
import { inMemoryHost } from './port.fixture.ts'
import { shareHost } from './share-host.ts'

afterEach(() => vi.useRealTimers())

/** What a part of the background does: one question, and an end. */
async function ask(connect: ReturnType<typeof shareHost>): Promise<void> {
  const client = connect()
  await client.request('jobs.latest', {})
  client.close()
}

const answering = () => inMemoryHost({ 'jobs.latest': () => ({ job: null }) })

test('a host that lingers answers who comes in time, and its port closes after the last of them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const host = answering()
  const connect = shareHost(() => connectHost(host.open), 3000)
  await ask(connect)
  vi.advanceTimersByTime(2999)
  await ask(connect)
  vi.advanceTimersByTime(2999)
  expect(host).toMatchObject({ opened: 1, closed: 0 })
  vi.advanceTimersByTime(1)
  expect(host).toMatchObject({ opened: 1, closed: 1 })
  await ask(connect)
  expect(host).toMatchObject({ opened: 2, closed: 1 })
})

test('a port that a client still uses does not close, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const host = answering()
  const connect = shareHost(() => connectHost(host.open), 3000)
  const long = connect()
  await long.request('jobs.latest', {})
  await ask(connect)
  vi.advanceTimersByTime(60_000)
  expect(host).toMatchObject({ opened: 1, closed: 0 })
  long.close()
  long.close()
  vi.advanceTimersByTime(3000)
  expect(host).toMatchObject({ opened: 1, closed: 1 })
})
