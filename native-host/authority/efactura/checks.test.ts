import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { answerOf, failureOf, type Reply } from '../wire/wire.fixture.ts'
import { createChecks, MAX_CHECKED } from './checks.ts'
import { never, note, profile, signedIn } from './signed-in.fixture.ts'

const INVOICE = new TextEncoder().encode('<Invoice xmlns:xsi="x" xsi:schemaLocation="a b"/>')
const CREDIT_NOTE = new TextEncoder().encode(
  '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/>',
)
const OK = answerOf(200, '{"stare":"ok","trace_id":"t"}')
const NOK = answerOf(200, '{"stare":"nok","Messages":[{"message":"[BR-1]-x"}],"trace_id":"t"}')
const TECHNICAL = answerOf(200, '{"stare":"nok","Messages":[{"message":"Eroare tehnica"}]}')
const FIREWALL = answerOf(200, '<html>Request Rejected</html>')
const PDF = answerOf(200, '%PDF-1.4 x %%EOF')

/** The checks with these answers, one per call; without a sign-in the call is refused before anything is sent. */
function checksOn(replies: Reply[], isSignedIn = true) {
  let asked = 0
  const { options, sent } = signedIn(() => replies[asked++] ?? expect.fail('asked once more'))
  const accessToken = async () => {
    if (isSignedIn) return 'a'
    throw new RecipisaError('not-signed-in')
  }
  const checks = createChecks({
    ...options,
    profile: { ...profile, publicUrl: 'https://public.localhost' },
    tokens: { ...options.tokens, accessToken },
  })
  const urls = () => sent.map(({ url }) => url.replace('https://', '').replace('.localhost', ''))
  return { checks, sent, urls }
}

test('E-24 an invoice is valid or not by the service’s JSON with HTTP 200, and by nothing else', async () => {
  const validate = (...replies: Reply[]) => checksOn(replies).checks.validate(INVOICE, never)
  expect(await validate(OK)).toEqual({ state: 'ok', findings: [], traceId: 't', access: 'oauth' })
  expect(await validate(NOK)).toMatchObject({ state: 'nok', findings: [{ rule: 'BR-1', text: 'x' }] })
  for (const [reply, reason] of [
    [TECHNICAL, 'service-technical'],
    [note('Eroare tehnica'), 'service-technical'],
    [note('altceva'), 'authority-note'],
    [answerOf(201, '{"stare":"ok"}'), 'answer-unexpected'],
    [answerOf(500, '{"stare":"ok"}'), 'maintenance'],
    [answerOf(200, '{"stare":"okay"}'), 'answer-unexpected'],
    [answerOf(200, '<stare>ok</stare>'), 'answer-unexpected'],
    [PDF, 'answer-unexpected'],
  ] as const)
    expect((await failureOf(validate(reply))).reason).toBe(reason)
  const large = checksOn([])
  const check = (work: (xml: Uint8Array) => Promise<unknown>) => failureOf(work(new Uint8Array(MAX_CHECKED + 1)))
  expect((await check(xml => large.checks.validate(xml, never))).reason).toBe('check-too-large')
  expect((await check(xml => large.checks.toPdf(xml, { validate: true }, never))).reason).toBe('check-too-large')
})

test('E-25 a PDF is validated where it was asked for so, and an invalid invoice has findings in its place', async () => {
  const toPdf = (validate: boolean, ...replies: Reply[]) => checksOn(replies).checks.toPdf(INVOICE, { validate }, never)
  for (const validate of [true, false])
    expect(await toPdf(validate, PDF)).toMatchObject({ outcome: 'pdf', validated: validate, access: 'oauth' })
  expect(await toPdf(true, NOK)).toMatchObject({ outcome: 'invalid', findings: [{ rule: 'BR-1' }], traceId: 't' })
  for (const [reply, reason] of [
    [OK, 'answer-unexpected'],
    [TECHNICAL, 'service-technical'],
    [answerOf(201, '%PDF-1.4 x %%EOF'), 'answer-unexpected'],
    [answerOf(500, '%PDF-1.4 x %%EOF'), 'maintenance'],
    [answerOf(201, '{"stare":"nok"}'), 'answer-unexpected'],
  ] as const)
    expect((await failureOf(toPdf(true, reply))).reason).toBe(reason)
})

test('E-27 a firewall is asked once more without the location, then the public host, then the validating path', async () => {
  const { checks, sent, urls } = checksOn([FIREWALL, FIREWALL, FIREWALL, FIREWALL, FIREWALL, PDF])
  expect(await checks.toPdf(INVOICE, { validate: false }, never)).toMatchObject({ validated: true, access: 'public' })
  const path = '/prod/FCTEL/rest/transformare/FACT1'
  expect(urls()).toEqual([
    ...[`api${path}/DA`, `api${path}/DA`, `public${path}/DA`],
    ...[`api${path}`, `api${path}`, `public${path}`],
  ])
  const isPlain = sent.map(({ body }) => !String(body && Buffer.from(body)).includes('schemaLocation'))
  expect(isPlain).toEqual([false, true, true, false, true, true])
  expect(sent.map(({ headers }) => 'authorization' in headers)).toEqual([true, true, false, true, true, false])
  const blocked = checksOn(Array(3).fill(FIREWALL)).checks
  expect((await failureOf(blocked.toPdf(INVOICE, { validate: true }, never))).reason).toBe('firewall')
})

test('E-24 E-28 without a sign-in, or with one that is refused, the public host is asked; other failures stay', async () => {
  const path = '/prod/FCTEL/rest/validare/FCN'
  const without = checksOn([OK], false)
  expect(await without.checks.validate(CREDIT_NOTE, never)).toMatchObject({ access: 'public' })
  expect(without.urls()).toEqual([`public${path}`])
  for (const status of [401, 403]) {
    const refused = checksOn([answerOf(status, ''), OK])
    expect(await refused.checks.validate(CREDIT_NOTE, never)).toMatchObject({ access: 'public' })
    expect(refused.urls()).toEqual([`api${path}`, `public${path}`])
  }
  const lost = new RecipisaError('unreachable', { host: 'x', problem: 'x' })
  expect(await failureOf(checksOn([{ lost }]).checks.validate(CREDIT_NOTE, never))).toBe(lost)
})

test('E-26 the ministry’s signature is judged by the service’s wording, over both files as they are', async () => {
  const files = { document: INVOICE, signature: new TextEncoder().encode('<Signature/>') }
  const valid = 'Fisierele au fost validate cu succes'
  const wire = checksOn([answerOf(200, JSON.stringify({ msg: valid }))])
  expect(await wire.checks.validateSignature(files, never)).toEqual({
    ...{ verdict: 'valid', message: valid, access: 'oauth' },
  })
  const [{ body, headers } = expect.fail('nothing was sent')] = wire.sent
  const boundary = Object.values(headers)[0]?.replace('multipart/form-data; boundary=', '')
  const part = (name: string, bytes: Uint8Array) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.xml"\r\nContent-Type: text/xml\r\n\r\n${Buffer.from(bytes)}\r\n`
  expect(String(body)).toBe(`${part('file', files.document)}${part('signature', files.signature)}--${boundary}--\r\n`)
  const verdict = (reply: Reply) => checksOn([reply]).checks.validateSignature(files, never)
  expect(await verdict(answerOf(200, '{"msg":"altceva"}'))).toMatchObject({ verdict: 'unknown' })
  expect(await verdict(answerOf(500, JSON.stringify({ msg: valid })))).toMatchObject({ verdict: 'unknown' })
  for (const [reply, reason] of [
    [answerOf(200, '{"msg":"Eroare tehnica"}'), 'authority-note'],
    [answerOf(400, JSON.stringify({ msg: valid })), 'authority-note'],
    [answerOf(200, '{}'), 'answer-unexpected'],
    [answerOf(200, valid), 'answer-unexpected'],
  ] as const)
    expect((await failureOf(verdict(reply))).reason).toBe(reason)
})
