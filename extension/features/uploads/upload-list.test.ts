import { expect, test, vi } from 'vitest'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { resendRule, UPLOAD_LABELS } from './labels.ts'
import { createUploadList } from './upload-list.ts'
import { uploadOf } from './uploads.fixture.ts'

type Request = { id: number; method: string; params: unknown }

function start(uploads: readonly Upload[]) {
  const host = inMemoryHost({ 'uploads.list': () => ({ items: uploads, total: uploads.length }) })
  const changed = vi.fn(async () => undefined)
  const uploadList = createUploadList(connectHost(host.open), changed)
  const requests = (method: string) => (host.received as Request[]).filter(request => request.method === method)
  return { host, uploadList, changed, requests }
}

test('open uploads are followed, each once, to their end', async () => {
  const { host, uploadList, changed, requests } = start([uploadOf(2, 'processing'), uploadOf(1, 'ok')])
  await uploadList.load()
  await uploadList.load()
  await expect.poll(() => requests('uploads.follow').map(({ params }) => params)).toEqual([{ id: 2 }])
  const id = requests('uploads.follow')[0]?.id ?? 0
  host.say({ id, progress: { attempt: uploadOf(2, 'processing', { checkedAt: 5 }) } })
  expect(uploadList.find(2)?.checkedAt).toBe(5)
  expect(changed).not.toHaveBeenCalled()
  host.say({ id, result: { attempt: uploadOf(2, 'nok', { findings: ['E: x'] }) } })
  await expect.poll(() => uploadList.find(2)?.state).toBe('nok')
  expect(changed).toHaveBeenCalledOnce()
})

test('more uploads than one answer holds can be loaded', async () => {
  const all = Array.from({ length: 620 }, (_, n) => uploadOf(620 - n, 'ok'))
  const host = inMemoryHost({
    'uploads.list': params => {
      const { limit, offset } = params as { limit: number; offset: number }
      return { items: all.slice(offset, offset + limit), total: all.length }
    },
  })
  const uploadList = createUploadList(connectHost(host.open), async () => undefined)
  await uploadList.load()
  for (let clicks = 0; clicks < 6; clicks++) await uploadList.more()
  expect(uploadList.items.value?.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  const limits = (host.received as Request[]).flatMap(({ method, params }) =>
    method === 'uploads.list' ? [params] : [],
  )
  expect(limits.slice(-2)).toEqual([
    { limit: 500, offset: 0 },
    { limit: 200, offset: 500 },
  ])
})

test('an unknown upload is not followed for ever; the user’s check starts it again', async () => {
  const { host, uploadList, requests } = start([uploadOf(3, 'unknown')])
  await uploadList.load()
  await expect.poll(() => requests('uploads.follow')).toHaveLength(1)
  host.say({ id: requests('uploads.follow')[0]?.id ?? 0, result: { attempt: uploadOf(3, 'unknown') } })
  await expect.poll(() => uploadList.items.value).toHaveLength(1)
  await uploadList.load()
  expect(requests('uploads.follow')).toHaveLength(1)
  const checking = uploadList.check(3)
  await expect.poll(() => requests('uploads.check')).toHaveLength(1)
  host.say({ id: requests('uploads.check')[0]?.id ?? 0, result: { attempt: uploadOf(3, 'processing') } })
  await checking
  await expect.poll(() => requests('uploads.follow')).toHaveLength(2)
})

test('a resend carries the confirmation only if the user was asked', async () => {
  const { host, uploadList, requests } = start([])
  const sends = [uploadList.resend(uploadOf(1, 'not-sent'), false), uploadList.resend(uploadOf(2, 'unknown'), true)]
  await expect.poll(() => requests('uploads.send')).toHaveLength(2)
  expect(requests('uploads.send').map(({ params }) => (params as { again: unknown }).again)).toEqual([false, 2])
  for (const { id } of requests('uploads.send')) host.say({ id, result: { attempt: uploadOf(id, 'ok') } })
  await Promise.all(sends)
})

test('sending the same content again is safe only when nothing arrived', () => {
  const rules = Object.keys(UPLOAD_LABELS).map(state => [state, resendRule(state as Upload['state'])])
  expect(Object.fromEntries(rules)).toEqual({
    sending: 'no',
    'not-sent': 'safe',
    unknown: 'ask',
    rejected: 'safe',
    processing: 'no',
    ok: 'no',
    nok: 'no',
    'not-taken': 'no',
  })
})
