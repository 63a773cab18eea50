import { expect, test } from 'vitest'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { batchOf } from '../panel/lookups.fixture.ts'
import { createBatches } from './batches.ts'

type Frame = { id: number; method: string; params: { id: number } }

function create(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const host = inMemoryHost(answers)
  const batches = createBatches(connectHost(host.open))
  const followed = () => (host.received as Frame[]).filter(({ method }) => method === 'batches.follow')
  return { host, batches, followed }
}

test('U-05 what was begun before is followed by a page that opens later, to its end', async () => {
  const { host, batches, followed } = create({
    'batches.list': () => ({ batches: [batchOf(1, 'done'), batchOf(2, 'running'), batchOf(3, 'interrupted')] }),
  })
  await batches.load()
  await batches.load()
  await expect.poll(() => followed().map(({ params }) => params.id)).toEqual([2, 3])
  expect(batches.items.value?.map(({ id }) => id)).toEqual([3, 2, 1])
  const [second] = followed()
  if (!second) throw new Error('followed')
  host.say({ id: second.id, progress: { batch: batchOf(2, 'running', { requestsDone: 5, timeLeft: 5000 }) } })
  expect(batches.items.value?.[1]).toMatchObject({ requestsDone: 5 })
  host.say({ id: second.id, result: { batch: batchOf(2, 'done') } })
  await expect.poll(() => batches.items.value?.[1]?.state).toBe('done')
})

test('U-05 a cancelled batch goes on from where it was, and is followed again', async () => {
  const { batches, followed } = create({
    'batches.list': () => ({ batches: [batchOf(4, 'cancelled')] }),
    'batches.resume': () => ({ batch: batchOf(4, 'running') }),
  })
  await batches.load()
  expect(followed()).toEqual([])
  await batches.resume(4)
  expect(batches.items.value?.[0]?.state).toBe('running')
  await expect.poll(() => followed().length).toBe(1)
})

test('a removed batch leaves the list only when the host has removed it', async () => {
  let refuses = true
  const { batches } = create({
    'batches.list': () => ({ batches: [batchOf(4, 'done')] }),
    'batches.remove': () => {
      if (refuses) throw { code: 'busy', message: 'no' }
      return { removed: true }
    },
  })
  await batches.load()
  await batches.remove(4)
  expect(batches.items.value).toHaveLength(1)
  expect(batches.error.value).toBeDefined()
  refuses = false
  await batches.remove(4)
  expect([batches.items.value, batches.error.value]).toEqual([[], undefined])
})

test('a host that was lost is said, and the next look follows again', async () => {
  const { host, batches, followed } = create({ 'batches.list': () => ({ batches: [batchOf(2, 'running')] }) })
  await batches.load()
  await expect.poll(() => followed().length).toBe(1)
  host.hangUp('crashed')
  await expect.poll(() => batches.error.value).toMatchObject({ reason: 'host-lost' })
  await batches.load()
  await expect.poll(() => followed().length).toBe(2)
  expect(batches.error.value).toBeUndefined()
})
