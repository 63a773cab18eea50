import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { MAX_FRAME_FROM_HOST } from '../../shared/protocol/envelope.ts'
import type { Context } from '../operations/core/handler.ts'
import { Dispatcher } from './dispatch.ts'

type Run = (method: string, params: unknown, context: Context<unknown>) => Promise<unknown>

function dispatcherWith(run: Run) {
  const sent: Record<string, unknown>[] = []
  const dispatcher = new Dispatcher({
    run,
    send: json => sent.push(JSON.parse(json)),
    fetched: fetched => sent.push({ fetched }),
    explain: error =>
      error instanceof RecipisaError ? error : new RecipisaError('unexpected', { problem: 'x', log: 'y' }),
    progressEvery: 5,
  })
  return { dispatcher, sent }
}
const untilSent = (sent: unknown[], count: number) => expect.poll(() => sent.length).toBeGreaterThanOrEqual(count)

test('H-02 requests run side by side and each is answered under its id', async () => {
  const first = Promise.withResolvers<string>()
  const { dispatcher, sent } = dispatcherWith(async method => (method === 'slow' ? first.promise : 'quick'))
  dispatcher.receive({ id: 1, method: 'slow' })
  dispatcher.receive({ id: 2, method: 'fast' })
  await untilSent(sent, 1)
  first.resolve('slow')
  await untilSent(sent, 2)
  expect(sent).toEqual([
    { id: 2, result: 'quick' },
    { id: 1, result: 'slow' },
  ])
})

test('H-02 a cancel aborts its request and no other', async () => {
  const { dispatcher, sent } = dispatcherWith(
    (_method, _params, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  dispatcher.receive({ id: 1, method: 'a' })
  dispatcher.receive({ id: 2, method: 'b' })
  dispatcher.receive({ cancel: 2 })
  dispatcher.receive({ cancel: 99 })
  await untilSent(sent, 1)
  expect(sent).toMatchObject([{ id: 2, error: { code: 'cancelled' } }])
  await dispatcher.close(new RecipisaError('host-lost'))
  expect(sent[1]).toMatchObject({ id: 1, error: { details: { reason: 'host-lost' } } })
})

test('H-02 progress comes before the answer, the latest value always, thinned out', async () => {
  const { dispatcher, sent } = dispatcherWith(async (_method, _params, { progress }) => {
    for (let n = 1; n <= 1000; n++) progress(n)
    return 'done'
  })
  dispatcher.receive({ id: 1, method: 'count' })
  await expect.poll(() => sent.at(-1)).toEqual({ id: 1, result: 'done' })
  expect(sent[0]).toEqual({ id: 1, progress: 1 })
  expect(sent.at(-2)).toEqual({ id: 1, progress: 1000 })
  expect(sent.length).toBeLessThan(20)
})

test('H-02 a value that was held back is sent without waiting for the next one', async () => {
  const end = Promise.withResolvers<void>()
  const { dispatcher, sent } = dispatcherWith(async (_method, _params, { progress }) => {
    progress('downloading')
    progress('paused')
    await end.promise
  })
  dispatcher.receive({ id: 1, method: 'sync' })
  await expect.poll(() => sent).toContainEqual({ id: 1, progress: 'paused' })
  end.resolve()
})

test('H-02 an id in flight is not taken twice, and the first request is still answered', async () => {
  const first = Promise.withResolvers<string>()
  const { dispatcher, sent } = dispatcherWith(() => first.promise)
  dispatcher.receive({ id: 1, method: 'a' })
  dispatcher.receive({ id: 1, method: 'a' })
  expect(sent).toMatchObject([{ id: 0, error: { details: { reason: 'frame-invalid' } } }])
  first.resolve('once')
  await untilSent(sent, 2)
  expect(sent[1]).toEqual({ id: 1, result: 'once' })
})

test('H-03 a message that is not a request is refused under its id if it has one', () => {
  const { dispatcher, sent } = dispatcherWith(async () => 1)
  for (const junk of [null, 7, 'x', [], {}, { id: -1, method: 'a' }, { id: 1.5 }, { cancel: 'x' }])
    dispatcher.receive(junk)
  dispatcher.receive({ id: 5, verb: 'a' })
  expect(sent.map(message => message.id)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 5])
  for (const message of sent) expect(message).toMatchObject({ error: { code: 'invalid-input' } })
})

test('H-02 a bad message under an id in flight does not end that request', async () => {
  const first = Promise.withResolvers<string>()
  const { dispatcher, sent } = dispatcherWith(() => first.promise)
  dispatcher.receive({ id: 5, method: 'a' })
  dispatcher.receive({ id: 5, verb: 'a' })
  expect(sent).toMatchObject([{ id: 0, error: { code: 'invalid-input' } }])
  first.resolve('once')
  await untilSent(sent, 2)
  expect(sent[1]).toEqual({ id: 5, result: 'once' })
})

test('H-01 a result that would pass the browser’s limit becomes an error', async () => {
  const { dispatcher, sent } = dispatcherWith(async () => 'ș'.repeat(MAX_FRAME_FROM_HOST / 2))
  dispatcher.receive({ id: 1, method: 'large' })
  await untilSent(sent, 1)
  expect(sent).toMatchObject([{ id: 1, error: { code: 'limit-reached', details: { reason: 'answer-too-large' } } }])
})

test('H-01 progress that would pass the browser’s limit is left out, and the request is answered', async () => {
  const { dispatcher, sent } = dispatcherWith(async (_method, _params, { progress }) => {
    progress('ș'.repeat(MAX_FRAME_FROM_HOST / 2))
    return 'done'
  })
  dispatcher.receive({ id: 1, method: 'large' })
  await untilSent(sent, 1)
  expect(sent).toEqual([{ id: 1, result: 'done' }])
})
