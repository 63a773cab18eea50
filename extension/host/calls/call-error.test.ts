import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { FetchEvent, FetchPart } from '../../../shared/protocol/fetch.ts'
import { makeCall } from './make-call.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const UPLOAD: FetchEvent = {
  fetch: 1,
  method: 'POST',
  url: 'https://webserviceapl.anaf.ro/prod/FCTEL/rest/upload?standard=UBL&cif=14399840',
  contentType: 'text/plain',
  size: 2,
}

test('E-05 an upload that broke off is not called unsent because another page’s call to the same address was', async () => {
  type Listener = (details: { method: string; url: string; error: string }) => void
  const listeners = new Set<Listener>()
  vi.spyOn(fakeBrowser.webRequest.onErrorOccurred, 'addListener').mockImplementation(added => {
    listeners.add(added as Listener)
  })
  vi.spyOn(fakeBrowser.webRequest.onErrorOccurred, 'removeListener').mockReturnValue(undefined)
  const fail = (url: string, error: string) => {
    for (const listener of listeners) listener({ method: 'POST', url, error })
  }
  vi.stubGlobal('fetch', async (url: string) => {
    fail(UPLOAD.url, 'net::ERR_CONNECTION_REFUSED')
    fail(url, 'net::ERR_CONNECTION_RESET')
    throw new TypeError('Failed to fetch')
  })
  const parts: FetchPart[] = []
  for await (const part of makeCall(UPLOAD, new Blob(['ab']), new AbortController().signal)) parts.push(part)
  expect(parts).toEqual([{ part: 'failed', failure: 'lost', problem: 'net::ERR_CONNECTION_RESET' }])
})
