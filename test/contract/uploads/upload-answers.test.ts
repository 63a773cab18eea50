import { expect, test } from 'vitest'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import type { Effect } from '../../authority/faults.ts'
import { desk, deskForEach, open, PLAIN, recorded, sent, strike, upload } from '../support/upload-wire.ts'
import { failureOf, never } from '../support/wire.ts'

deskForEach()

const header = (attributes: string, content = '') =>
  `<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202611211200" ${attributes}>${content}</header>`
const REASON = '<Errors errorMessage="Nu aveti drept in SPV pentru CIF=1"/>'
const errorMessage = (status: number) =>
  JSON.stringify({ timestamp: '19-08-2021 11:59:29', status, error: 'Eroare', message: 'A aparut o eroare tehnica' })

/** Answers that are not the service's own word about the filing, each for a recorded filing. */
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
  'E-05 A-11 %s: an upload that was recorded and answered like a closed door, a page or an error is unknown, and its body left once',
  async operation => {
    const wire = await open()
    for (const [index, effect] of UNCLEAR.entries()) {
      const rule = { match: { path: `/${operation}` }, times: 'always', effect: { ...effect, handled: true } } as const
      desk.authority.faults.add(rule)
      const error = await failureOf(upload(wire, { flags: { ...PLAIN, b2c: operation === 'uploadb2c' } }))
      expect([effect, error.code, error.side]).toEqual([effect, 'outcome-unknown', 'authority'])
      expect([effect, sent().length, recorded().length]).toEqual([effect, index + 1, index + 1])
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
      expect.stringContaining('nu îl trimiteți din nou'),
      expect.stringContaining('do not send it again'),
    ])
  }
})

test('E-05 an upload never leaves on a connection that anything else has used', async () => {
  const wire = await open()
  const connectionOf = ({ connection }: { connection: number }) => connection
  for (let n = 0; n < 3; n++) {
    await wire.eInvoicing.hello(never) // leaves a connection in the pool
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
