import { beforeEach, expect, test } from 'vitest'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { HostProcess } from '../support/host.ts'
import {
  asFound,
  BUYER,
  inspect,
  invoice,
  OWN,
  office,
  officeForEach,
  sha256,
  startHost,
  timesUploaded,
  UPLOAD,
} from '../support/uploads.ts'

let host: HostProcess

officeForEach()
beforeEach(() => {
  host = startHost()
})

test('E-05 A-11 uploads that were recorded and answered like a closed door are unknown, looked for and found, each sent once', async () => {
  const answers = [
    { kind: 'status', status: 401 },
    { kind: 'status', status: 403 },
    { kind: 'page', page: 'login-wall' },
    { kind: 'redirect', location: '/my.policy' },
    { kind: 'status', status: 500, body: '{"status":500,"error":"Eroare","message":"Eroare tehnica"}' },
    { kind: 'status', status: 429, retryAfterSeconds: 1 },
  ] as const
  for (const [index, effect] of answers.entries()) {
    const bytes = invoice({ number: `U-${index}` })
    office.authority.faults.add({ match: UPLOAD, effect: { ...effect, handled: true } })
    const { attempt } = await host.request('uploads.send', asFound(await inspect(host, bytes)))
    expect([effect, attempt.state, attempt.trouble?.details.reason]).toEqual([
      effect,
      'unknown',
      'filing-answer-unclear',
    ])
    const { attempt: ended } = await host.request('uploads.follow', { id: attempt.id })
    const [upload] = office.authority.uploadsOf(sha256(bytes))
    expect(ended).toMatchObject({ state: 'ok', uploadIndex: upload?.uploadIndex, trouble: null })
    expect(office.authority.journal.count(UPLOAD)).toBe(index + 1)
    expect(timesUploaded(bytes)).toBe(1)
  }
})

test.each([
  { whose: 'the same company', sender: { seller: OWN, buyer: BUYER } },
  { whose: 'another company', sender: { seller: BUYER, buyer: OWN } },
])('E-05 an index that an upload of $whose has proves nothing, and stays with it', async ({ sender }) => {
  const send = async (bytes: Buffer) =>
    (await host.request('uploads.send', asFound(await inspect(host, bytes)))).attempt
  const follow = async ({ id }: Upload) => (await host.request('uploads.follow', { id })).attempt
  const first = await follow(await send(invoice({ number: 'U-1' })))
  const body = `<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202611211200" ExecutionStatus="0" index_incarcare="${first.uploadIndex}"/>`
  office.authority.faults.add({ match: UPLOAD, effect: { kind: 'body', body, handled: true } })
  const bytes = invoice({ number: 'U-2', ...sender })
  const second = await send(bytes)
  expect(second).toMatchObject({ state: 'unknown', trouble: { details: { reason: 'filing-answer-unclear' } } })
  const { upload: kept } = await host.request('uploads.get', { id: first.id })
  expect(kept).toMatchObject({ state: 'ok', uploadIndex: first.uploadIndex, downloadId: first.downloadId })
  const [upload] = office.authority.uploadsOf(sha256(bytes))
  expect(await follow(second)).toMatchObject({ state: 'ok', uploadIndex: upload?.uploadIndex, trouble: null })
  expect(timesUploaded(bytes)).toBe(1)
})

test('E-05 E-06 one that was turned away at a closed door is sent again when the user confirms it, and not before', async () => {
  const bytes = invoice()
  const inspection = await inspect(host, bytes)
  office.authority.faults.add({ match: UPLOAD, effect: { kind: 'status', status: 403 } })
  const { attempt } = await host.request('uploads.send', asFound(inspection))
  expect(attempt).toMatchObject({ state: 'unknown', trouble: { code: 'outcome-unknown' } })
  const refusal = await host.refusal('uploads.send', asFound(inspection))
  expect(refusal.details).toMatchObject({ reason: 'already-filed', params: { id: attempt.id, state: 'unknown' } })
  const { attempt: again } = await host.request('uploads.send', { ...asFound(inspection), again: true })
  expect(again).toMatchObject({ state: 'processing', repeats: attempt.id })
  expect(office.authority.journal.count(UPLOAD)).toBe(2)
  expect(timesUploaded(bytes)).toBe(1)
})

test('A-11 E-05 a token that is refused costs no upload: it is renewed before the file leaves', async () => {
  const bytes = invoice()
  office.authority.tokens.revokeAccess()
  const { attempt } = await host.request('uploads.send', asFound(await inspect(host, bytes)))
  expect(attempt).toMatchObject({ state: 'processing' })
  expect(office.authority.journal.find(UPLOAD).map(({ status }) => status)).toEqual([200])
  expect(timesUploaded(bytes)).toBe(1)
})
