import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_UPLOAD } from '../../native-host/authority/filing.ts'
import type { FilingRequest } from '../../native-host/authority/types.ts'
import { describeReason } from '../../shared/errors/recipisa-error.ts'
import { composeRasp } from '../../shared/rasp.ts'
import { sampleXml } from '../authority/documents/sample.ts'
import type { Effect } from '../authority/faults.ts'
import { sha256 } from '../authority/journal.ts'
import { createWorld } from '../authority/world/world.ts'
import { awayFromMidnight } from '../support/away-from-midnight.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, type Wire } from './support/wire.ts'

const CUI = '14399840'
const PLAIN = { extern: false, selfBilled: false, enforcement: false, b2c: false }
const invoice = Buffer.from(sampleXml({ seller: CUI, buyer: '1590082' }))

let desk: Desk
beforeAll(awayFromMidnight)
afterEach(() => desk.close())

async function open(limits: { raspPerDay?: number } = {}, clock = hastyClock()): Promise<Wire> {
  desk = await openDesk({
    limits,
    environment: 'prod',
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      return world
    },
  })
  const wire = await desk.wire({ clock })
  await desk.signIn(wire)
  return wire
}

const upload = ({ filings }: Wire, changes: Partial<FilingRequest> = {}, signal = never) =>
  filings.upload({ bytes: invoice, standard: 'UBL', cui: CUI, flags: PLAIN, ...changes }, signal)
const sent = () => desk.authority.journal.find({ method: 'POST', host: 'api.localhost' })
const filed = () => desk.authority.filingsOf(sha256(invoice))
const strike = (effect: Effect) => desk.authority.faults.add({ match: { path: '/upload' }, times: 'always', effect })

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
  expect(filed()).toHaveLength(1)

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

test('10 MB are filed, and one byte more is refused before anything is sent', async () => {
  const wire = await open()
  const bytes = Buffer.from(sampleXml({ seller: CUI, buyer: '1590082', bytes: MAX_UPLOAD }))
  expect(await upload(wire, { bytes })).toMatchObject({ outcome: 'accepted' })
  expect(desk.authority.filingsOf(sha256(bytes))).toHaveLength(1)
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

const header = (attributes: string, content = '') =>
  `<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202611211200" ${attributes}>${content}</header>`
const REASON = '<Errors errorMessage="Nu aveti drept in SPV pentru CIF=1"/>'
const errorMessage = (status: number) =>
  JSON.stringify({ timestamp: '19-08-2021 11:59:29', status, error: 'Eroare', message: 'A aparut o eroare tehnica' })

/** Answers that are not the service's own word about the filing, each to a filing that it has recorded. */
const UNCLEAR: readonly Extract<Effect, { handled?: boolean }>[] = [
  { kind: 'status', status: 401 },
  { kind: 'status', status: 403 },
  { kind: 'status', status: 403, body: errorMessage(403) },
  { kind: 'page', page: 'login-wall' },
  { kind: 'redirect', location: '/my.policy' },
  { kind: 'redirect', location: '/vdesk/hangup.php3' },
  { kind: 'redirect', location: 'https://api.localhost/alta' },
  { kind: 'status', status: 429, retryAfterSeconds: 1 },
  { kind: 'page', page: 'firewall' },
  { kind: 'page', page: 'maintenance' },
  { kind: 'page', page: 'maintenance-503' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 500, body: errorMessage(500) },
  { kind: 'status', status: 500, body: errorMessage(400) },
  { kind: 'status', status: 503, body: errorMessage(503) },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 400, body: errorMessage(500) },
  { kind: 'status', status: 400, body: '{"eroare":"Trebuie sa aveti atasat in request un fisier' },
  { kind: 'status', status: 400, body: '<html>Bad Request</html>', contentType: 'text/html' },
  { kind: 'status', status: 400, body: header('ExecutionStatus="1"', REASON) },
  { kind: 'status', status: 403, body: header('ExecutionStatus="1"', REASON) },
  { kind: 'status', status: 404, body: errorMessage(404) },
  { kind: 'status', status: 413 },
  { kind: 'status', status: 201, body: header('ExecutionStatus="0" index_incarcare="5"') },
  { kind: 'status', status: 500, body: header('ExecutionStatus="0" index_incarcare="5"') },
  { kind: 'body', body: errorMessage(400) },
  { kind: 'body', body: '{"eroare":"Nu aveti drept in SPV pentru CIF=1","titlu":"Lista Mesaje"}' },
  { kind: 'body', body: header('ExecutionStatus="0"') },
  { kind: 'body', body: header('ExecutionStatus="0" index_incarcare="5"', REASON) },
  { kind: 'body', body: header('ExecutionStatus="1"') },
  { kind: 'body', body: header('ExecutionStatus="1" index_incarcare="5"', REASON) },
  { kind: 'body', body: header('ExecutionStatus="2"', REASON) },
  { kind: 'body', body: '' },
  { kind: 'body', body: 'OK' },
  { kind: 'body', body: '<html><body>O pagina</body></html>' },
  { kind: 'body', body: '<!DOCTYPE header [<!ENTITY a "1">]><header ExecutionStatus="1"/>' },
]

test.each(['upload', 'uploadb2c'] as const)(
  'E-05 A-11 %s: a filing that was recorded and answered like a closed door, a page or an error is unknown, and its body left once',
  async operation => {
    const wire = await open()
    for (const [index, effect] of UNCLEAR.entries()) {
      const rule = { match: { path: `/${operation}` }, times: 'always', effect: { ...effect, handled: true } } as const
      desk.authority.faults.add(rule)
      const error = await failureOf(upload(wire, { flags: { ...PLAIN, b2c: operation === 'uploadb2c' } }))
      expect([effect, error.code, error.side]).toEqual([effect, 'outcome-unknown', 'authority'])
      expect([effect, sent().length, filed().length]).toEqual([effect, index + 1, index + 1])
      desk.authority.faults.clear()
    }
  },
)

test('E-05 the sentence about such an answer says what it was, whose side, and that nothing is to be sent again', async () => {
  const wire = await open()
  const say = async (effect: Effect) => {
    strike(effect)
    const { reason, params } = await failureOf(upload(wire))
    desk.authority.faults.clear()
    return (['ro', 'en'] as const).map(locale => describeReason(reason, params, locale))
  }
  for (const [effect, words] of [
    [{ kind: 'status', status: 403 }, 'HTTP 403'],
    [{ kind: 'status', status: 500, body: errorMessage(500) }, 'HTTP 500: A aparut o eroare tehnica'],
    [{ kind: 'page', page: 'firewall' }, '11534217834765219876'],
    [{ kind: 'status', status: 429, retryAfterSeconds: 1 }, 'HTTP 429'],
  ] as const) {
    const [ro, en] = await say(effect)
    expect([ro?.what, en?.what]).toEqual([expect.stringContaining(words), expect.stringContaining(words)])
    expect([ro?.side, en?.side]).toEqual(['authority', 'authority'])
    expect([ro?.next, en?.next]).toEqual([
      expect.stringContaining('nu o trimiteți din nou'),
      expect.stringContaining('do not send it again'),
    ])
  }
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

test('E-05 without a connection or a sign-in nothing was sent, and it is said so', async () => {
  await open()
  const away = await desk.wire({ profile: { baseUrl: 'https://api.localhost:1' } })
  expect(await failureOf(upload(away))).toMatchObject({ reason: 'unreachable', code: 'unreachable' })
  desk.vault.clear()
  const signedOut = await desk.wire()
  expect(await failureOf(upload(signedOut))).toMatchObject({ code: 'auth-required' })
  expect(sent()).toEqual([])
})

test('E-05 a filing never leaves on a connection that anything else has used', async () => {
  const wire = await open()
  const connectionOf = ({ connection }: { connection: number }) => connection
  for (let n = 0; n < 3; n++) {
    await wire.eInvoicing.hello(never) // leaves a connection that is kept
    await upload(wire)
    await upload(wire, { flags: { ...PLAIN, b2c: true } })
  }
  const others = desk.authority.journal.find({ method: 'GET' }).map(connectionOf)
  expect(new Set(others).size, 'reads share a connection, or this proves nothing').toBeLessThan(others.length)
  const own = sent().map(connectionOf)
  expect(own).toHaveLength(6)
  expect(new Set(own).size).toBe(6)
  expect(own.filter(connection => others.includes(connection))).toEqual([])
})

describe('A-11 the token is proved before a body leaves', () => {
  const LIST = 'listaMesajeFactura'
  /** What was asked of the API, in order: the name of the operation and its answer's status. */
  const calls = () =>
    desk.authority.journal
      .find({ host: 'api.localhost' })
      .map(({ path, status }) => `${path.split('/').at(-1)} ${status}`)

  test('A-11 a token that is refused is renewed first, and costs no filing', async () => {
    const wire = await open()
    desk.authority.tokens.revokeAccess()
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls()).toEqual([`${LIST} 403`, `${LIST} 200`, 'upload 200'])
    expect(filed()).toHaveLength(1)
  })

  test('a proof of minutes ago counts, an old one does not, and any accepted call is one', async () => {
    const clock = hastyClock()
    const wire = await open({}, clock)
    await wire.eInvoicing.hello(never)
    await upload(wire)
    await upload(wire)
    expect(calls()).toEqual(['hello 200', 'upload 200', 'upload 200'])
    await clock.sleep(4 * 60_000, never)
    await upload(wire) // the filing before was a proof, too
    await clock.sleep(4 * 60_000, never)
    await upload(wire)
    expect(calls().slice(3)).toEqual(['upload 200', 'upload 200'])
    await clock.sleep(6 * 60_000, never)
    await upload(wire)
    expect(calls().slice(5)).toEqual([`${LIST} 200`, 'upload 200'])
  })

  test('it is of that token alone: with another one it is made anew', async () => {
    const wire = await open()
    await upload(wire)
    await desk.signIn(wire)
    await upload(wire)
    expect(calls()).toEqual([`${LIST} 200`, 'upload 200', `${LIST} 200`, 'upload 200'])
  })

  test('a filing that is answered like a closed door ends the proof: the next one finds out first', async () => {
    const wire = await open()
    await upload(wire)
    desk.authority.tokens.revokeAccess() // within the minutes in which it counts
    expect(await failureOf(upload(wire))).toMatchObject({ code: 'outcome-unknown' })
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls().slice(1)).toEqual(['upload 200', 'upload 403', `${LIST} 403`, `${LIST} 200`, 'upload 200'])
    expect(filed()).toHaveLength(2)
  })

  test('a pause between the proof and the departure makes it old: it is made anew', async () => {
    const wire = await open({}, hastyClock())
    desk.authority.faults.add({
      match: { path: '/upload' },
      nth: 2,
      effect: { kind: 'status', status: 429, retryAfterSeconds: 600 },
    })
    await upload(wire)
    expect(await failureOf(upload(wire))).toMatchObject({ code: 'outcome-unknown' })
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls().slice(1)).toEqual(['upload 200', 'upload 429', `${LIST} 200`, 'upload 200'])
  })

  test('E-32 a service that the token has no right to is told of before anything is sent', async () => {
    const wire = await open()
    const shut = { match: { path: /\/FCTEL\// }, times: 'always', effect: { kind: 'status', status: 403 } } as const
    desk.authority.faults.add(shut)
    const error = await failureOf(upload(wire))
    expect(error).toMatchObject({ reason: 'no-right-for-service', code: 'no-rights' })
    expect(sent()).toEqual([])
  })

  test('where the list cannot tell, the service that is there to try tokens does', async () => {
    const wire = await open()
    for (let n = 0; n < 1500; n++) wire.daily.take('list-by-days', CUI)
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls()).toEqual(['hello 200', 'upload 200'])
    await desk.signIn(wire)
    desk.authority.faults.add({
      match: { path: LIST },
      times: 'always',
      effect: { kind: 'page', page: 'maintenance-503' },
    })
    const other = '1590082'
    await upload(wire, { cui: other })
    expect(calls().slice(2)).toEqual([`${LIST} 503`, 'hello 200', 'upload 200'])
  })

  test('what neither proves is not sent, and it is said why', async () => {
    const wire = await open()
    for (const effect of [
      { kind: 'page', page: 'maintenance' },
      { kind: 'page', page: 'firewall' },
      { kind: 'status', status: 500 },
      { kind: 'body', body: '' },
      { kind: 'reset' },
    ] as const) {
      desk.authority.faults.add({ match: { method: 'GET' }, times: 'always', effect })
      const { code } = await failureOf(upload(wire))
      expect([effect, code]).not.toEqual([effect, 'outcome-unknown'])
      desk.authority.faults.clear()
    }
    desk.authority.tokens.revokeAll()
    expect(await failureOf(upload(wire))).toMatchObject({ reason: 'token-rejected' })
    expect(sent()).toEqual([])
  })

  test('a list that is refused to the company proves the token all the same', async () => {
    const wire = await open()
    expect(await upload(wire, { cui: '1590082' })).toEqual({
      outcome: 'rejected',
      findings: ['Nu aveti drept in SPV pentru CIF=1590082'],
    })
  })
})

test('E-30 RASP messages of a day are counted for the company, and stop when they are used up', async () => {
  const wire = await open({ raspPerDay: 2 })
  const bytes = Buffer.from(composeRasp('5001120362', 'Cantitatea „3” < 5 & „preț” greșit'))
  const message = { bytes, standard: 'RASP' } as const
  for (let n = 0; n < 2; n++) expect(await upload(wire, message)).toMatchObject({ outcome: 'accepted' })
  // The authority's limit is lower here than the documented one: it says so, and is believed for the day.
  expect(await failureOf(upload(wire, message))).toMatchObject({ reason: 'quota-reached', code: 'limit-reached' })
  expect(await failureOf(upload(wire, message))).toMatchObject({ reason: 'quota-reached', code: 'limit-reached' })
  expect(sent()).toHaveLength(3)
  expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
})
