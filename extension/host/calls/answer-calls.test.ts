import { beforeEach, expect, test, vi } from 'vitest'
import type { FetchEvent, Fetched, FetchPart } from '../../../shared/protocol/fetch.ts'
import { createCallAnswerer } from './answer-calls.ts'
import { makeCall, refusalOf } from './make-call.ts'

vi.mock('webextension-polyfill', () => ({ default: {} }))
vi.mock('./make-call.ts', () => ({ refusalOf: vi.fn(), makeCall: vi.fn() }))

const END: FetchPart = { part: 'end' }
const UPLOAD: FetchEvent = { fetch: 1, method: 'POST', url: 'https://x/upload', contentType: 'text/plain', size: 2 }
const bodyOf = (text: string) => ({ fetch: 1, data: Buffer.from(text).toString('base64') })

/** The messages, and the sent bodies. */
function answerer() {
  const said: FetchPart['part'][] = []
  const sent: Promise<string>[] = []
  vi.mocked(makeCall).mockImplementation(async function* (_event, body) {
    sent.push(body.text())
    yield END
  })
  const calls = createCallAnswerer(({ answer }: Fetched) => void said.push(answer.part))
  return { calls, said, sent }
}

beforeEach(() => {
  vi.mocked(refusalOf).mockResolvedValue(undefined)
})

test('E-28 a call that is still being judged is not made, however early its body comes', async () => {
  const judged = Promise.withResolvers<FetchPart | undefined>()
  vi.mocked(refusalOf).mockReturnValue(judged.promise)
  const { calls, said, sent } = answerer()
  calls.take('fetch', UPLOAD)
  calls.take('fetch-body', bodyOf('ab'))
  judged.resolve({ part: 'failed', failure: 'no-choice', problem: '' })
  await expect.poll(() => said).toEqual(['failed'])
  expect(sent).toEqual([])
})

test('E-05 a call is made once, whatever the host repeats', async () => {
  const { calls, said, sent } = answerer()
  calls.take('fetch', UPLOAD)
  await expect.poll(() => said).toEqual(['taken'])
  calls.take('fetch-body', bodyOf('a'))
  calls.take('fetch-body', bodyOf('b'))
  calls.take('fetch-body', bodyOf('b'))
  calls.take('fetch', UPLOAD)
  await expect.poll(() => said).toEqual(['taken', 'end'])
  calls.take('fetch', UPLOAD)
  calls.take('fetch-body', bodyOf('ab'))
  calls.take('fetch', { ...UPLOAD, fetch: 2, size: 0 })
  await expect.poll(() => said).toEqual(['taken', 'end', 'taken', 'end'])
  expect(await Promise.all(sent)).toEqual(['ab', ''])
})

test('E-05 a body that is longer than it was announced is not sent', async () => {
  const { calls, said, sent } = answerer()
  calls.take('fetch', UPLOAD)
  await expect.poll(() => said).toEqual(['taken'])
  calls.take('fetch-body', bodyOf('abc'))
  await expect.poll(() => said).toEqual(['taken', 'failed'])
  expect(sent).toEqual([])
})

test('a call that was stopped before its body was there is forgotten', async () => {
  const { calls, said, sent } = answerer()
  calls.take('fetch', UPLOAD)
  await expect.poll(() => said).toEqual(['taken'])
  calls.take('fetch-stop', { fetch: 1 })
  calls.take('fetch-body', bodyOf('ab'))
  calls.take('fetch', { ...UPLOAD, fetch: 2, size: 0 })
  await expect.poll(() => said).toEqual(['taken', 'taken', 'end'])
  expect(sent).toHaveLength(1)
})

test('a call that hangs holds no other one up', async () => {
  const { calls, said, sent } = answerer()
  vi.mocked(makeCall).mockImplementationOnce(async function* () {
    yield await new Promise<never>(() => undefined)
  })
  for (const fetch of [1, 2]) {
    calls.take('fetch', { ...UPLOAD, fetch })
    await expect.poll(() => said.filter(part => part === 'taken')).toHaveLength(fetch)
    calls.take('fetch-body', { ...bodyOf('ab'), fetch })
  }
  await expect.poll(() => said).toEqual(['taken', 'taken', 'end'])
  expect(sent).toHaveLength(1)
})
