import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { FetchEvent, FetchPart } from '../../../shared/protocol/fetch.ts'
import { isChosen, noteChosen } from './choice.ts'
import { makeCall, refusalOf } from './make-call.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const READ: FetchEvent = {
  fetch: 1,
  method: 'GET',
  url: 'https://webserviceapl.anaf.ro/prod/FCTEL/rest/descarcare?id=1',
  contentType: null,
  size: 0,
}

beforeEach(() => fakeBrowser.reset())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('E-28 without access to the site no call is made, and the choice is asked for again, whose page says why', async () => {
  const access = vi.spyOn(fakeBrowser.permissions, 'contains')
  await noteChosen(5)
  access.mockImplementation((async () => true) as never)
  expect(await refusalOf(READ)).toBeUndefined()
  access.mockImplementation((async () => false) as never)
  expect(await refusalOf(READ)).toEqual({ part: 'failed', failure: 'no-choice', problem: '' })
  expect(await isChosen()).toBe(false)
})

test('E-05 only a read is aborted: a stopped upload would leave its connection to the next one, which could be sent twice', async () => {
  for (const event of ['addListener', 'removeListener'] as const)
    vi.spyOn(fakeBrowser.webRequest.onErrorOccurred, event).mockReturnValue(undefined)
  const given: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    given.push(signal)
    return new Response('')
  })
  const { signal } = new AbortController()
  const upload = { ...READ, method: 'POST', url: READ.url.replace('descarcare?id=1', 'upload?cif=1') } as const
  const parts: FetchPart['part'][] = []
  for (const call of [READ, upload]) for await (const { part } of makeCall(call, new Blob(), signal)) parts.push(part)
  expect(parts).toEqual(['head', 'end', 'head', 'end'])
  expect(given).toEqual([signal, null])
})
