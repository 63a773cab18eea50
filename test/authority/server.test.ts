import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { connect as tlsConnect } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Authority, startAuthority } from './authority.ts'
import { call, callApi } from './call.ts'
import type { Effect } from './faults.ts'
import { sha256 } from './journal.ts'
import { createWorld } from './world/world.ts'

const CUI = '14399840'
let folder: string
let authority: Authority
let access: string
let id: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-server-'))
  authority = await startAuthority({
    folder,
    limits: { requestsPerMinute: 20 },
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma mea SRL')
      world.addInvoice({ seller: CUI, buyer: '21', uploadedAt: now() - 3_600_000 })
      return world
    },
  })
  access = (await authority.issueTokens()).access_token
  id = [...authority.world.messages.keys()][0] ?? ''
})
afterEach(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

const download = () => callApi(authority, access, `/test/FCTEL/rest/descarcare?id=${id}`)
const strike = (effect: Effect) => authority.faults.add({ match: { path: 'descarcare' }, effect })

test('answers that break off are lost on the way, and the journal knows it', async () => {
  for (const kind of ['reset', 'reset-in-body', 'truncate'] as const) {
    strike({ kind })
    const code = kind === 'truncate' ? /aborted|socket hang up/ : /ECONNRESET|aborted/
    await expect(download()).rejects.toThrow(code)
    const entry = await authority.journal.waitFor(({ fault, endedAt }) => fault === kind && endedAt !== null)
    expect([entry.completed, entry.status]).toEqual([false, kind === 'reset' ? null : 200])
  }
  const { body } = await download()
  const [entry] = authority.journal.find({ path: 'descarcare', completed: true })
  expect(entry?.responseSha256).toBe(sha256(body))
})

test('answers that are not what was asked for', async () => {
  strike({ kind: 'status', status: 429, retryAfterSeconds: 7 })
  const limited = await download()
  expect([limited.status, limited.headers['retry-after']]).toEqual([429, '7'])
  strike({ kind: 'page', page: 'firewall' })
  const firewall = await download()
  expect([firewall.status, firewall.headers['content-type']]).toEqual([200, 'text/html;charset=ISO-8859-1'])
  expect(firewall.body.toString()).toContain('Request Rejected')
  strike({ kind: 'page', page: 'maintenance-503' })
  expect((await download()).status).toBe(503)
  strike({ kind: 'content-type', value: 'application/json' })
  strike({ kind: 'append', text: '}' })
  await expect(download()).rejects.toThrow(SyntaxError)
  expect((await download()).body).toEqual(Buffer.concat([authority.zipOf(id), Buffer.from('}')]))
  expect((await download()).body).toEqual(authority.zipOf(id))
})

test('a rule strikes from its nth match as often as it says', async () => {
  const fault = authority.faults.add({
    match: { path: /descarcare$/, query: { id } },
    nth: 2,
    times: 2,
    effect: { kind: 'status', status: 500 },
  })
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push((await download()).status)
  expect(statuses).toEqual([200, 500, 500, 200])
  expect(fault.struck).toBe(2)
})

test('the world can change between two answers', async () => {
  authority.faults.add({
    match: { path: 'listaMesajeFactura' },
    effect: { kind: 'then', add: [{ seller: CUI, buyer: '21', uploadedAt: Date.now() - 60_000 }], remove: [id] },
  })
  const list = async () => {
    const { json } = await callApi(authority, access, `/test/FCTEL/rest/listaMesajeFactura?zile=2&cif=${CUI}`)
    return (json.mesaje as { id: string }[]).map(message => message.id)
  }
  const [before, after] = [await list(), await list()]
  expect(before).toEqual([id])
  expect(after).toHaveLength(1)
  expect(after).not.toEqual([id])
})

test('beyond the limit of requests comes 429 with Retry-After, faults or not', async () => {
  authority.faults.add({ match: {}, times: 'always', effect: { kind: 'status', status: 500 } })
  for (let n = 0; n < 20; n++) expect((await download()).status).toBe(500)
  const refused = await download()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55)
})

test('answers carry the time of the authority', async () => {
  const moment = Date.UTC(2031, 4, 6)
  authority.clock.set(moment)
  const { headers } = await call(authority, `${authority.profile.baseUrl}/`)
  expect(headers.date).toMatch(/^Tue, 06 May 2031 \d\d:\d\d:\d\d GMT$/)
  expect(Date.parse(headers.date ?? '')).toBeGreaterThanOrEqual(moment)
  expect(Date.parse(headers.date ?? '')).toBeLessThanOrEqual(authority.clock.now())
})

test('other processes reach clock, faults, world and journal by the control door', async () => {
  const door = async (method: string, path: string, body?: unknown) => {
    const called = await call(authority, `${authority.origin('control')}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: called.status, body: JSON.parse(called.body.toString()) as unknown }
  }
  await door('POST', '/faults', { match: { path: 'descarcare' }, effect: { kind: 'status', status: 502 } })
  expect((await download()).status).toBe(502)
  expect((await door('GET', '/journal')).body).toMatchObject([{ n: 1, status: 502, fault: 'status' }])
  await door('POST', '/world/invoices', { seller: CUI, buyer: '21' })
  expect((await door('GET', '/world')).body).toEqual(authority.expected())
  expect(authority.expected()[0]?.messages).toHaveLength(2)
  await door('POST', '/clock', { advanceMs: 1e9 })
  expect(authority.clock.now()).toBeGreaterThan(Date.now() + 9e8)
  expect((await door('POST', '/faults', { match: {}, effect: { kind: 'nonsense' } })).status).toBe(400)
})

test('stopping ends connections that are kept alive or left hanging', async () => {
  const agent = new Agent({ keepAlive: true })
  await call(authority, authority.profile.baseUrl, { agent })
  strike({ kind: 'hang' })
  const hanging = download()
  const refused = expect(hanging).rejects.toThrow()
  await authority.journal.waitFor(({ fault }) => fault === 'hang')
  await authority.stop()
  await refused
  agent.destroy()
  await expect(call(authority, authority.profile.baseUrl)).rejects.toThrow('ECONNREFUSED')
  authority = await startAuthority({ folder })
})

test('a connection ends without close_notify after a whole answer or a part of it, and with one otherwise', async () => {
  const recordsOf = async (effect?: Effect) => {
    if (effect) strike(effect)
    const recorded = await recordAnswer()
    return { ...recorded, last: recorded.types.at(-1) }
  }
  const [alert, data] = [21, 23]
  const closing = await recordsOf()
  expect(closing.last).toBe(alert)
  const whole = await recordsOf({ kind: 'no-close-notify' })
  expect(whole.last).toBe(data)
  const zip = authority.zipOf(id)
  expect(whole.text).toContain(`Content-Length: ${zip.length}`)
  expect(whole.body).toEqual(zip)
  const part = await recordsOf({ kind: 'no-close-notify', bytes: 100, withoutLength: true })
  expect(part.last).toBe(data)
  expect(part.text).not.toContain('Content-Length')
  expect(part.body).toEqual(zip.subarray(0, 100))
})

/** Downloads once through a proxy that watches the TLS records from outside, and returns their types in order. */
async function recordAnswer(): Promise<{ types: number[]; text: string; body: Buffer }> {
  const seen: Buffer[] = []
  const proxy = createServer(socket => {
    const onward = connect(authority.port, '127.0.0.1').on('data', (chunk: Buffer) => seen.push(chunk))
    pipeline(socket, onward, socket, () => undefined) // the end of a connection is what these tests look at
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const client = tlsConnect({ host: '127.0.0.1', port, servername: 'api.localhost', ca: authority.caPem })
  const plain: Buffer[] = []
  client.on('data', (chunk: Buffer) => plain.push(chunk))
  const closed = once(client, 'close')
  client.write(
    `GET /test/FCTEL/rest/descarcare?id=${id} HTTP/1.1\r\nHost: api.localhost\r\nAuthorization: Bearer ${access}\r\nConnection: close\r\n\r\n`,
  )
  await closed
  proxy.close()
  const bytes = Buffer.concat(seen)
  const types: number[] = []
  for (let at = 0; at < bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) types.push(bytes.readUInt8(at))
  const answer = Buffer.concat(plain)
  const split = answer.indexOf('\r\n\r\n') + 4
  return { types, text: answer.subarray(0, split).toString(), body: answer.subarray(split) }
}
