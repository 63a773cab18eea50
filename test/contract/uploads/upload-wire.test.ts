import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { composeRasp } from '../../../shared/documents/rasp.ts'
import { MAX_UPLOAD } from '../../../shared/domain/file-sizes.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import type { Effect } from '../../authority/faults.ts'
import { sha256 } from '../../authority/journal.ts'
import {
  BUYER,
  CUI,
  desk,
  deskForEach,
  invoice,
  open,
  PLAIN,
  recorded,
  sent,
  strike,
  upload,
} from '../support/upload-wire.ts'
import { failureOf } from '../support/wire.ts'

deskForEach()

test('E-01 E-03 the raw bytes go as text/plain, flags only as DA, and the index comes back', async () => {
  const wire = await open()
  const answer = await upload(wire)
  expect(answer).toMatchObject({ outcome: 'accepted', uploadIndex: expect.stringMatching(/^\d+$/) })
  const [plain] = sent()
  expect(plain).toMatchObject({ path: '/prod/FCTEL/rest/upload', query: { standard: 'UBL', cif: CUI } })
  expect(Object.keys(plain?.query ?? {}).sort()).toEqual(['cif', 'standard'])
  expect(plain).toMatchObject({
    contentType: 'text/plain',
    requestSha256: sha256(invoice),
    requestBytes: invoice.length,
  })
  expect(recorded()).toHaveLength(1)

  await upload(wire, { standard: 'CN', flags: { extern: true, selfBilled: true, enforcement: true, b2c: false } })
  expect(sent().at(-1)?.query).toEqual({ standard: 'CN', cif: CUI, extern: 'DA', autofactura: 'DA', executare: 'DA' })
})

test('E-02 a consumer’s invoice goes to uploadb2c and is answered alike', async () => {
  const wire = await open()
  expect(await upload(wire, { flags: { ...PLAIN, b2c: true } })).toMatchObject({ outcome: 'accepted' })
  expect(sent()[0]).toMatchObject({ path: '/prod/FCTEL/rest/uploadb2c', query: { standard: 'UBL', cif: CUI } })
})

test('E-03 a rejection gives every reason, as a value', async () => {
  const wire = await open()
  const errors = ['Prima eroare &amp; a doua parte', 'A doua&#xA;pe doua randuri'].map(
    text => `<Errors errorMessage="${text}"/>`,
  )
  const body = `<?xml version="1.0"?><h:header xmlns:h="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202210121034" ExecutionStatus="1">${errors.join('')}</h:header>`
  strike({ kind: 'body', body, contentType: 'application/xml' })
  const findings = ['Prima eroare & a doua parte', 'A doua\npe doua randuri']
  expect(await upload(wire)).toEqual({ outcome: 'rejected', findings })
})

test('E-04 a 400 is a rejection with its message', async () => {
  const wire = await open()
  const findings = ['Trebuie sa aveti atasat in request un fisier de tip xml']
  expect(await upload(wire, { bytes: new Uint8Array() })).toEqual({ outcome: 'rejected', findings })
})

test('10 MB are uploaded, and one byte more is refused before anything is sent', async () => {
  const wire = await open()
  const bytes = Buffer.from(sampleXml({ seller: CUI, buyer: BUYER, bytes: MAX_UPLOAD }))
  expect(await upload(wire, { bytes })).toMatchObject({ outcome: 'accepted' })
  expect(desk.authority.uploadsOf(sha256(bytes))).toHaveLength(1)
  const over = await failureOf(upload(wire, { bytes: new Uint8Array(MAX_UPLOAD + 1) }))
  expect(over).toMatchObject({ reason: 'upload-too-large', params: { bytes: MAX_UPLOAD + 1, limit: MAX_UPLOAD } })
  expect(sent()).toHaveLength(1)
})

test('E-05 whatever is lost after the first byte is unknown, and nothing is sent again', async () => {
  const wire = await open()
  const losses: Effect[] = [
    { kind: 'reset', handled: true },
    { kind: 'reset' },
    { kind: 'reset-in-request' },
    { kind: 'reset-in-body' },
    { kind: 'truncate' },
  ]
  for (const [index, effect] of losses.entries()) {
    strike(effect)
    const error = await failureOf(upload(wire))
    expect([effect, error.reason, error.code]).toEqual([effect, 'outcome-unknown', 'outcome-unknown'])
    expect(sent()).toHaveLength(index + 1)
    desk.authority.faults.clear()
  }
  expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
})

test('E-05 an unreadable answer is kept for inspection', async () => {
  const wire = await open()
  strike({ kind: 'body', body: '<wsdl>42</wsdl>' })
  const { params } = await failureOf(upload(wire))
  expect(readFileSync(String(params.kept), 'utf8')).toBe('<wsdl>42</wsdl>')
})

test('E-05 stopping an upload that is under way leaves it unknown, before that it certainly was not sent', async () => {
  const wire = await open()
  const early = AbortSignal.abort(new Error('stopped'))
  await expect(upload(wire, {}, early)).rejects.toThrow('stopped')
  expect(sent()).toEqual([])
  strike({ kind: 'hang', handled: true })
  const stop = new AbortController()
  const uploading = failureOf(upload(wire, {}, stop.signal))
  await desk.authority.journal.waitFor({ path: '/upload' })
  stop.abort(new Error('stopped'))
  expect(await uploading).toMatchObject({ code: 'outcome-unknown' })
})

test('E-05 one that is stopped while its connection comes about was not sent, and does not count as such', async () => {
  const { http, profile } = await open()
  const stop = new AbortController()
  let hasLeft = false
  const request = {
    operation: 'upload',
    to: 'api',
    method: 'POST',
    url: `${profile.baseUrl}/upload`,
    headers: {},
    body: invoice,
    maxBytes: 1000,
    beforeEach: () => stop.abort(new Error('stopped')),
    onBytes: () => {
      hasLeft = true
    },
  } as const
  await expect(http.send(request, stop.signal)).rejects.toThrow('stopped')
  expect([hasLeft, sent()]).toEqual([false, []])
})

test('E-05 without a connection or a sign-in nothing was sent, and it is said so', async () => {
  await open()
  const away = await desk.wire({ profile: { apiUrl: 'https://api.localhost:1' } })
  expect(await failureOf(upload(away))).toMatchObject({ reason: 'unreachable', code: 'unreachable' })
  desk.vault.clear()
  const signedOut = await desk.wire()
  expect(await failureOf(upload(signedOut))).toMatchObject({ code: 'auth-required' })
  expect(sent()).toEqual([])
})

test('E-30 RASP messages of a day are counted for the company, and stop when they are used up', async () => {
  const wire = await open({ raspPerDay: 2 })
  const bytes = Buffer.from(composeRasp('5001120362', 'Cantitatea „3” < 5 & „preț” greșit'))
  const message = { bytes, standard: 'RASP' } as const
  for (let n = 0; n < 2; n++) expect(await upload(wire, message)).toMatchObject({ outcome: 'accepted' })
  // The authority's limit is lower here than the documented one: its word counts for the day.
  expect(await failureOf(upload(wire, message))).toMatchObject({ reason: 'quota-reached', code: 'limit-reached' })
  expect(await failureOf(upload(wire, message))).toMatchObject({ reason: 'quota-reached', code: 'limit-reached' })
  expect(sent()).toHaveLength(3)
  expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
})
