import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Authority, startAuthority } from '../authority.ts'
import { call } from '../call.ts'
import { withCheckDigit } from '../world/companies.ts'
import { createWorld } from '../world/world.ts'

const CUI = 14399840
const DAY = '2026-03-15'
const VAT = '/api/PlatitorTvaRest/v9/tva'
const E_INVOICING = '/api/registruroefactura/v1/interogare'
let folder: string
let authority: Authority

const start = async (options: { publicRequestsPerSecond: number }) => {
  folder = await mkdtemp(join(tmpdir(), 'authority-registers-'))
  authority = await startAuthority({
    folder,
    limits: options,
    world: now => {
      const world = createWorld({ now })
      world.addCompany(String(CUI), 'Firma „A” SRL')
      return world
    },
  })
}
beforeEach(() => start({ publicRequestsPerSecond: 1000 }))
afterEach(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

/** On a connection of its own without an agent: the host resets one that was idle, as it is while the machine is busy. */
async function post(path: string, body: unknown, agent: Agent | false = false) {
  const answer = await call(authority, `${authority.origin('public')}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    agent,
  })
  return { status: answer.status, text: answer.body.toString() }
}
const one = (cui: unknown, data: unknown = DAY) => [{ cui, data }]
const control = async (method: string, path: string, body?: unknown) => {
  const options = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const answer = await call(authority, `${authority.origin('control')}${path}`, options)
  return { status: answer.status, json: JSON.parse(answer.body.toString()) as Record<string, unknown> }
}

test('the invented registers are the same at each start, and hold something of everything', async () => {
  const cuis = Array.from({ length: 600 }, (_, n) => withCheckDigit(String(500_000 + n)))
  const before = cuis.map(cui => authority.registers.of(cui))
  const count = (holds: (taxpayer: NonNullable<(typeof before)[number]>) => unknown) =>
    before.filter(taxpayer => taxpayer && holds(taxpayer)).length
  expect(before.filter(taxpayer => !taxpayer).length).toBeGreaterThan(5)
  expect(count(({ vat }) => vat.length > 0)).toBeGreaterThan(200)
  for (const field of [
    'vatOnCollection',
    'splitVat',
    'inactive',
    'struckOffOn',
    'eInvoicing',
    'farmer',
    'cult',
  ] as const)
    expect([field, count(taxpayer => taxpayer[field]) > 0]).toEqual([field, true])
  await authority.stop()
  await rm(folder, { recursive: true })
  await start({ publicRequestsPerSecond: 1000 })
  expect(cuis.map(cui => authority.registers.of(cui))).toEqual(before)
  expect(authority.registers.of('14399841')).toBeUndefined()
})

test('what is no list of CUIs and days is refused, and so is a list that is too long', async () => {
  const bodies = [
    '',
    '{',
    '{}',
    '[]',
    one('14399840'),
    one(0),
    one(-5),
    one(1.5),
    one(1e13),
    one(CUI, '15.03.2026'),
    one(CUI, '2026-13-01'),
  ]
  for (const body of [...bodies, Array.from({ length: 101 }, (_, n) => one(n + 10)).flat()]) {
    const answer = await post(E_INVOICING, body)
    expect([body, answer.status, answer.text.length > 20]).toEqual([body, 400, true])
    expect((await post(VAT, body)).status).toBe(400)
  }
  expect((await post('/RegAgric/api/v2/ws/agric', Array.from({ length: 501 }, () => one(21)).flat())).status).toBe(400)
  expect(authority.registers.questions).toEqual([])
})

test('an answer is of the day that was asked for', async () => {
  authority.registers.set(String(CUI), { vat: [{ from: '2020-01-01', to: '2021-01-01' }], inactive: null })
  const payerOn = async (day: string) =>
    JSON.parse((await post(VAT, one(CUI, day))).text).found[0].inregistrare_scop_Tva.scpTVA
  expect(await Promise.all(['2019-12-31', '2020-01-01', '2020-12-31', '2021-01-01'].map(payerOn))).toEqual([
    false,
    true,
    true,
    false,
  ])
  authority.registers.set(String(CUI), 'unknown')
  expect(JSON.parse((await post(VAT, one(CUI))).text)).toEqual({ found: [], notFound: [CUI] })
})

test('a connection that was idle is reset at its next use', async () => {
  authority.registers.quirks.idleMs = 0
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    expect((await post(VAT, one(CUI), agent)).status).toBe(200)
    await expect(post(VAT, one(CUI), agent)).rejects.toThrow(/ECONNRESET|hang up/)
    const [first, second] = authority.journal.entries.map(({ connection }) => connection)
    expect(second).toBe(first)
  } finally {
    agent.destroy()
  }
})

test('haste is penalised: with 429 or a reset, once it is more than the way can explain', async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
  await start({ publicRequestsPerSecond: 1 / 60 })
  authority.registers.quirks.toleranceMs = 0
  expect((await post(VAT, one(CUI))).status).toBe(200)
  expect((await post(VAT, one(CUI))).status).toBe(429)
  authority.registers.quirks.tooFast = 'reset'
  await expect(post(VAT, one(CUI))).rejects.toThrow(/ECONNRESET|hang up/)
  // The checks on the same host do not belong to the registers.
  expect((await post('/prod/FCTEL/rest/validare/FACT1', 'x')).status).toBe(200)
  expect(authority.profile.publicRequestsPerMinute).toBe(1)
})

test('farmers and cults reset fresh connections now and then', async () => {
  authority.registers.quirks.resetEvery = 3
  const outcomes = []
  for (let n = 0; n < 6; n++)
    outcomes.push(
      await post('/RegCult/api/v2/ws/cult', one(CUI)).then(
        ({ status }) => status,
        () => 'reset',
      ),
    )
  expect(outcomes).toEqual([200, 200, 'reset', 200, 200, 'reset'])
})

test('other processes set what the registers hold, and see what they were asked', async () => {
  const told = await control('POST', '/registers', {
    cui: '99',
    taxpayer: { name: 'Ferma „Ș”', farmer: { from: '2020-01-01', to: null } },
  })
  expect(told.json).toMatchObject({ cui: '99', name: 'Ferma „Ș”' })
  expect((await control('POST', '/registers', { cui: '99', taxpayer: { vat: 'yes' } })).status).toBe(400)
  await control('POST', '/registers/quirks', { resetEvery: null })
  const { found } = JSON.parse((await post('/RegAgric/api/v2/ws/agric', [...one(99), ...one(98)])).text)
  expect(found).toMatchObject([
    { denumire: 'FERMA „Ș”', statusRegAgric: true },
    { denumire: '', statusRegAgric: false, dataInceputRegAgric: '' },
  ])
  await control('POST', '/registers/statements', { cui: '99', year: 2020, indicators: 'none' })
  const answer = await call(authority, `${authority.origin('public')}/bilant?an=2020&cui=99`, { agent: false })
  expect(JSON.parse(answer.body.toString())).toMatchObject({ i: null })
  const questions = (await control('GET', '/registers/questions')).json
  expect(questions).toEqual([
    { register: 'farmers', cuis: ['99', '98'], day: DAY },
    { register: 'statements', cuis: ['99'], day: '2020' },
  ])
})
