import { expect, test } from 'vitest'
import { MAX_UPLOAD } from '../../../shared/domain/file-sizes.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { createTokenProof, PROOF_LASTS } from '../oauth/token-proof.ts'
import { answerOf, failureOf, type Reply } from '../wire/wire.fixture.ts'
import { never, profile, signedIn } from './signed-in.fixture.ts'
import type { UploadRequest } from './types.ts'
import { createUploadClient } from './upload.ts'

const LIST = answerOf(200, '{"mesaje":[]}')
const ACCEPTED = answerOf(200, '<header ExecutionStatus="0" index_incarcare="3828"/>')
const rejected = (finding: string) =>
  answerOf(200, `<header ExecutionStatus="1"><Errors errorMessage="${finding}"/></header>`)
const INVOICE: UploadRequest = {
  ...{ bytes: new TextEncoder().encode('<Invoice/>'), standard: 'UBL', cui: '21' },
  flags: { extern: false, selfBilled: false, enforcement: false, b2c: false },
}

function uploadOn(reply: Reply, change: Partial<UploadRequest> = {}) {
  const { options, ...wire } = signedIn(operation => (operation === 'listaMesajeFactura' ? LIST : reply))
  const client = createUploadClient(options)
  return { ...wire, upload: () => client.upload({ ...INVOICE, ...change }, never) }
}

test('E-01 E-02 A-11 an upload goes once, behind a call that proves its token, with its flags as DA or not at all', async () => {
  const all = { extern: true, selfBilled: true, enforcement: true, b2c: true }
  for (const [flags, operation, query] of [
    [INVOICE.flags, 'upload', 'standard=UBL&cif=21'],
    [all, 'uploadb2c', 'standard=UBL&cif=21&extern=DA&autofactura=DA&executare=DA'],
    [{ ...all, b2c: false }, 'upload', 'standard=UBL&cif=21&extern=DA&autofactura=DA&executare=DA'],
  ] as const) {
    const { upload, sent, operations } = uploadOn(ACCEPTED, { flags })
    expect(await upload()).toEqual({ outcome: 'accepted', uploadIndex: '3828' })
    expect(operations()).toEqual(['listaMesajeFactura', operation])
    const url = `https://api.localhost/test/FCTEL/rest/${operation}?${query}`
    expect(sent[1]).toMatchObject({ method: 'POST', url, body: INVOICE.bytes, headers: { authorization: 'Bearer a' } })
    expect(sent[1]).not.toHaveProperty('mayRepeat')
  }
})

test('E-03 a rejection is an outcome; one for the day’s limit is an error, and the day is over for such messages', async () => {
  expect(await uploadOn(rejected('una')).upload()).toEqual({ outcome: 'rejected', findings: ['una'] })
  const limit = 'S-au incarcat deja 1000 de mesaje in cursul zilei'
  for (const [standard, counted] of [
    ['RASP', ['list-by-days 21', 'rasp 21', 'no rasp 21']],
    ['UBL', ['list-by-days 21']],
  ] as const) {
    const wire = uploadOn(rejected(limit), { standard })
    expect((await failureOf(wire.upload())).reason).toBe('quota-reached')
    expect(wire.counted).toEqual(counted)
  }
})

test('E-05 an answer that proves nothing and an answer that is lost leave the outcome unknown', async () => {
  for (const answer of [
    answerOf(200, '<header ExecutionStatus="0"/>'),
    answerOf(401, ''),
    answerOf(500, '{"eroare":"x"}'),
    answerOf(302, '', 'https://api.localhost/my.policy'),
  ]) {
    const { upload, operations } = uploadOn(answer)
    expect(await failureOf(upload())).toMatchObject({ reason: 'filing-answer-unclear' })
    expect(operations()).toEqual(['listaMesajeFactura', 'upload'])
  }
  const lost = uploadOn({ lost: new Error('reset') })
  expect(await failureOf(lost.upload())).toMatchObject({ reason: 'outcome-unknown' })
  expect(lost.operations()).toEqual(['listaMesajeFactura', 'upload'])
})

test('E-05 a failure before the first byte is just that failure, because nothing was sent', async () => {
  const refused = new RecipisaError('unreachable', { host: 'x', problem: 'x' })
  expect(await failureOf(uploadOn({ unsent: refused }).upload())).toBe(refused)
  for (const [length, reason] of [
    [MAX_UPLOAD + 1, 'upload-too-large'],
    [MAX_UPLOAD, undefined],
  ] as const) {
    const wire = uploadOn(ACCEPTED, { bytes: new Uint8Array(length) })
    const outcome = await wire.upload().then(
      () => undefined,
      (error: RecipisaError) => error.reason,
    )
    expect([outcome, wire.operations().length]).toEqual([reason, reason ? 0 : 2])
  }
})

test('A-11 a proof that grows old while the upload waits for its turn is renewed, and the upload still goes once', async () => {
  let now = 0
  let holds = 0
  const { options, operations } = signedIn(
    operation => (operation === 'upload' ? ACCEPTED : LIST),
    () => now,
  )
  const proof = createTokenProof(() => now)
  const slow = {
    ...proof,
    // The second look is the one right before the first byte.
    holds(token: string) {
      if (++holds === 3) now += PROOF_LASTS
      return proof.holds(token)
    },
  }
  const client = createUploadClient({ ...options, proof: slow })
  expect(await client.upload(INVOICE, never)).toMatchObject({ outcome: 'accepted' })
  expect(operations()).toEqual(['listaMesajeFactura', 'listaMesajeFactura', 'upload'])
  // Its own answer proves the token to the next one.
  await client.upload(INVOICE, never)
  expect(operations()).toHaveLength(4)
})

test('E-05 E-28 with the certificate an upload has its turn once the one before is answered', async () => {
  const { options } = signedIn(operation => (operation === 'upload' ? ACCEPTED : LIST))
  const client = createUploadClient({ ...options, profile: { ...profile, access: 'certificate' } })
  const turns: string[] = []
  const leave = await client.ready('21', never)
  const next = client.ready('21', never).then(end => {
    turns.push('next')
    return end
  })
  await client.upload(INVOICE, never)
  turns.push('answered')
  leave()
  ;(await next)()
  expect(turns).toEqual(['answered', 'next'])

  const stop = new AbortController()
  const end = await client.ready('21', never)
  const waiting = client.ready('21', stop.signal)
  stop.abort(new RecipisaError('host-lost'))
  expect(await failureOf(waiting)).toMatchObject({ reason: 'host-lost' })
  end()
})
