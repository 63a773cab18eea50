import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { Effect } from '../../authority/faults.ts'
import { createWorld, type World } from '../../authority/world/world.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, type Wire } from '../support/wire.ts'

const DAY = 86_400_000
const CUI = '14399840'

let desk: Desk
afterEach(() => desk.close())

function oneInvoice(now: () => number): World {
  const world = createWorld({ now })
  world.addCompany(CUI, 'Firma SRL')
  world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - DAY })
  return world
}

async function open(): Promise<Wire & { id: string; slept: number[] }> {
  desk = await openDesk({ world: oneInvoice })
  const clock = hastyClock()
  const wire = await desk.wire({ clock })
  await desk.signIn(wire)
  const [id = ''] = desk.authority.world.messages.keys()
  return { ...wire, id, slept: clock.slept }
}

const downloads = () => desk.authority.journal.find({ path: 'descarcare' })
const strike = (effect: Effect, times: number | 'always' = 1) =>
  desk.authority.faults.add({ match: { path: 'descarcare' }, times, effect })

test('the ZIP comes byte for byte, whatever its content type says', async () => {
  const { eInvoicing, id } = await open()
  for (const value of ['application/json', 'text/html', 'application/octet-stream']) {
    strike({ kind: 'content-type', value })
    const answer = await eInvoicing.download(id, never)
    if (answer.kind !== 'zip') throw new Error(answer.kind)
    expect(Buffer.from(answer.bytes).equals(desk.authority.zipOf(id))).toBe(true)
  }
})

test('E-21 a body that is no ZIP is an error with its eroare text', async () => {
  const { eInvoicing, id } = await open()
  const note = 'Pentru id=21 nu exista inregistrata nici o factura'
  const bodies = [
    `{"eroare":"${note}","titlu":"Descarcare mesaj"}`,
    `{"eroare":"${note}","titlu":"Descarcare mesaj"`,
    `{eroare:'${note}', titlu:'Descarcare mesaj'}`,
    `\uFEFF{"eroare":"${note}","titlu":"Descarcare mesaj"}}`,
  ]
  for (const body of bodies) {
    strike({ kind: 'body', body, contentType: 'application/zip' })
    const error = await failureOf(eInvoicing.download(id, never))
    expect(error).toMatchObject({ reason: 'authority-note', code: 'refused', params: { note } })
    expect(error.message).toContain(note)
  }
  const own = await failureOf(eInvoicing.download('21', never))
  expect(own).toMatchObject({ reason: 'authority-note', params: { note } })
})

test('E-22 only the core phrase, accents removed, says that a message has expired', async () => {
  const { eInvoicing, id } = await open()
  desk.authority.clock.advance(61 * DAY)
  await desk.signIn(await desk.wire())
  expect(await eInvoicing.download(id, never)).toMatchObject({
    kind: 'expired',
    note: expect.stringContaining('nu mai poate fi descărcat'),
  })
  const say = async (eroare: string) => {
    strike({ kind: 'body', body: JSON.stringify({ eroare, titlu: 'Descarcare mesaj' }) })
    return eInvoicing.download(id, never)
  }
  for (const note of ['NU MAI POATE  FI DESCĂRCAT', 'Fişierul nu mai poate fi descărcată.'])
    expect((await say(note)).kind).toBe('expired')
  const others = ['Au trecut 60 de zile', 'Mesajul nu poate fi descarcat', 'Termen expirat', 'Nu aveti dreptul']
  for (const note of others)
    expect(await failureOf(say(note))).toMatchObject({ reason: 'authority-note', params: { note } })
})

test('E-22 a note that is cut at any byte ends no message', async () => {
  const { eInvoicing } = await open()
  const { world } = desk.authority
  const whole = Buffer.from(
    '{"titlu":"Descarcare mesaj","eroare":"Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile"}',
  )
  // Each message can be downloaded ten times a day.
  const another = () => world.addInvoice({ seller: CUI, buyer: '1590082' }).messages[0]?.id ?? ''
  for (let length = whole.length - 1; length > 40; length--) {
    const fault = strike({ kind: 'body', body: whole.subarray(0, length).toString('latin1') }, 'always')
    const { code } = await failureOf(eInvoicing.download(another(), never))
    expect(['refused', 'unexpected-answer'], whole.subarray(0, length).toString()).toContain(code)
    fault.remove()
  }
  strike({ kind: 'body', body: whole.toString() })
  expect((await eInvoicing.download(another(), never)).kind).toBe('expired')
})

test('the page of the firewall is known by its content and its support id is shown', async () => {
  const { eInvoicing, id } = await open()
  strike({ kind: 'page', page: 'firewall' })
  const error = await failureOf(eInvoicing.download(id, never))
  expect(error).toMatchObject({ reason: 'firewall', params: { operation: 'descarcare' } })
  expect(error.message).toContain('11534217834765219876')
})

test('pages in place of an answer are told apart', async () => {
  const { eInvoicing, id } = await open()
  strike({ kind: 'page', page: 'maintenance' })
  expect((await failureOf(eInvoicing.download(id, never))).reason).toBe('maintenance')
  strike({ kind: 'page', page: 'maintenance-503' }, 4)
  expect((await failureOf(eInvoicing.download(id, never))).reason).toBe('maintenance')
  strike({ kind: 'page', page: 'login-wall' })
  expect((await eInvoicing.download(id, never)).kind).toBe('zip')
  strike({ kind: 'page', page: 'login-wall' }, 2)
  expect((await failureOf(eInvoicing.download(id, never))).reason).toBe('token-rejected')
})

test('an answer in unknown form is kept as it came', async () => {
  const { eInvoicing, id } = await open()
  for (const body of ['<html><h1>Bun venit</h1></html>', 'ceva', '']) {
    strike({ kind: 'body', body })
    const error = await failureOf(eInvoicing.download(id, never))
    expect(error).toMatchObject({ reason: 'answer-unexpected', params: { operation: 'descarcare' } })
    expect(readFileSync(String(error.params.kept), 'utf8')).toBe(body)
  }
})

test('a broken read is repeated with growing pauses, a bounded number of times', async () => {
  const { eInvoicing, slept } = await open()
  const { world } = desk.authority
  // A message each: one message can be downloaded ten times a day.
  const another = () => world.addInvoice({ seller: CUI, buyer: '1590082' }).messages[0]?.id ?? ''
  const breaks: Effect[] = [
    { kind: 'reset' },
    { kind: 'truncate' },
    { kind: 'reset-in-body' },
    { kind: 'status', status: 503 },
  ]
  for (const effect of breaks) {
    slept.length = 0
    strike(effect, 2)
    const before = downloads().length
    expect((await eInvoicing.download(another(), never)).kind).toBe('zip')
    expect(downloads().length - before).toBe(3)
    const pauses = slept.filter(ms => ms >= 500)
    expect(pauses).toEqual([500, 1000])
  }
  strike({ kind: 'reset' }, 'always')
  const before = downloads().length
  expect(await failureOf(eInvoicing.download(another(), never))).toMatchObject({
    reason: 'unreachable',
    code: 'unreachable',
  })
  expect(downloads().length - before).toBe(4)
})

test('an answer that ends too early is reported as such', async () => {
  const { eInvoicing, id } = await open()
  strike({ kind: 'truncate' }, 'always')
  expect(await failureOf(eInvoicing.download(id, never))).toMatchObject({
    reason: 'answer-truncated',
    params: { operation: 'descarcare' },
  })
})

test('a request in flight ends with the reason of its signal', async () => {
  const { eInvoicing, id } = await open()
  strike({ kind: 'hang' })
  const controller = new AbortController()
  const waiting = failureOf(eInvoicing.download(id, controller.signal))
  await desk.authority.journal.waitFor({ path: 'descarcare' })
  const reason = await failureOf(desk.wire().then(({ tokens }) => tokens.import('')))
  controller.abort(reason)
  expect(await waiting).toBe(reason)
})

test('the daily limit is reported with its number, the authority’s too', async () => {
  const { eInvoicing, id } = await open()
  const body = `{"eroare":"S-au facut deja 10 descarcari la mesajul cu id_descarcare= ${id} in cursul zilei","titlu":"Descarcare mesaj"}`
  strike({ kind: 'body', body })
  const error = await failureOf(eInvoicing.download(id, never))
  expect(error).toMatchObject({ reason: 'quota-reached', code: 'limit-reached', params: { limit: '10' } })
  expect(await failureOf(eInvoicing.download(id, never))).toMatchObject({
    code: 'limit-reached',
    params: { limit: 10 },
  })
})
