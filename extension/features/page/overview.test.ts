import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { connectHost } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { withoutDetails } from './last-overview.ts'
import { createOverview } from './overview.ts'
import { SETTLED } from './page.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

function setUp(answer: () => Overview) {
  const found: Overview[] = []
  const model = createOverview(connectHost(inMemoryHost({ 'overview.get': answer }).open), one => found.push(one))
  return { model, found }
}

test('what was known last is shown at once, and mended when the host answers', async () => {
  const { model, found } = setUp(() => ({ ...SETTLED, unread: 5 }))
  model.showLast({ ...SETTLED, unread: 3 })
  expect([model.overview.value?.unread, found.length]).toEqual([3, 0])
  await model.refresh()
  expect([model.overview.value?.unread, found.length]).toEqual([5, 1])
  model.showLast({ ...SETTLED, unread: 3 })
  expect(model.overview.value?.unread).toBe(5)
})

test('a host that does not answer leaves nothing remembered on the page', async () => {
  const { model } = setUp(() => {
    throw new Error('gone')
  })
  model.showLast(SETTLED)
  await model.refresh()
  expect(model.overview.value).toBeUndefined()
  expect(model.failure.value).toBeDefined()
})

test('secrets that the host cannot read are a failure beside the overview, until it can', async () => {
  const secretsError = toErrorBody(new RecipisaError('secret-store', { problem: 'locked' }))
  let answer: Overview = { ...SETTLED, unread: 5, secretsError }
  const { model } = setUp(() => answer)
  await model.refresh()
  expect([model.overview.value?.unread, failureBody(model.failure.value)]).toEqual([5, secretsError])
  answer = { ...answer, secretsError: null }
  await model.refresh()
  expect(model.failure.value).toBeUndefined()
})

test('states, counts and names are remembered; addresses, serial numbers and errors are not', () => {
  const secretive: Overview = {
    ...SETTLED,
    auth: { ...SETTLED.auth, serial: 'SERIAL-1', previousSerial: 'SERIAL-0', clientAppId: 'APP', roles: ['ROLE'] },
    profile: { ...SETTLED.profile, clientId: 'CLIENT', archiveFolder: '/HOME/archive', authUrl: 'https://AUTH' },
  }
  const kept = withoutDetails(secretive)
  expect(JSON.stringify(kept)).not.toMatch(/SERIAL|APP|ROLE|CLIENT|HOME|AUTH|localhost/)
  expect(kept).toMatchObject({ companies: SETTLED.companies, auth: { state: 'connected' }, profile: { clientId: '' } })
})
