import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { FetchEvent } from '../../../shared/protocol/fetch.ts'
import { isChosen, noteChosen } from './choice.ts'
import { refusalOf } from './make-call.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const READ: FetchEvent = {
  fetch: 1,
  method: 'GET',
  url: 'https://webserviceapl.anaf.ro/prod/FCTEL/rest/descarcare?id=1',
  contentType: null,
  size: 0,
}

beforeEach(() => fakeBrowser.reset())
afterEach(() => vi.restoreAllMocks())

test('E-28 without access to the site no call is made, and the choice is asked for again, whose page says why', async () => {
  const access = vi.spyOn(fakeBrowser.permissions, 'contains')
  await noteChosen(5)
  access.mockImplementation((async () => true) as never)
  expect(await refusalOf(READ)).toBeUndefined()
  access.mockImplementation((async () => false) as never)
  expect(await refusalOf(READ)).toEqual({ part: 'failed', failure: 'no-choice', problem: '' })
  expect(await isChosen()).toBe(false)
})
