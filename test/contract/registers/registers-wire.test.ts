import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { ASYNC_WAIT, mostOf } from '../../../native-host/authority/registers/registers.ts'
import { isMemberRegister, REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { AuthorityOptions } from '../../authority/authority.ts'
import type { Effect } from '../../authority/faults.ts'
import { NOT_READY } from '../../authority/registers/registers.ts'
import { withCheckDigit } from '../../authority/world/companies.ts'
import { ask, askedOf, DAY, KNOWN, NOBODY, OTHER, openRegisters, PATHS } from '../support/registers.ts'
import { type Desk, failureOf, hastyClock, never, type Wire } from '../support/wire.ts'

const DAY_MS = 86_400_000

let desk: Desk
afterEach(() => desk.close())

/** A machine that never signed in. */
async function open(options: Omit<AuthorityOptions, 'folder'> = {}): Promise<Wire> {
  desk = await openRegisters(options)
  return desk.wire({ clock: hastyClock() })
}
const asked = () => askedOf(desk)
const strike = (path: string, effect: Effect) => desk.authority.faults.add({ match: { path }, times: 'always', effect })
const data = () => desk.authority.registers
/** Different CUIs with right check digits. */
const many = (count: number) => Array.from({ length: count }, (_, n) => withCheckDigit(String(200_000 + n)))

test('P-01 P-02 P-13 the VAT registry says all of a company as of the day, with the envelope and without it', async () => {
  const wire = await open()
  data().set(KNOWN, {
    vat: [
      { from: '2010-01-01', to: '2015-06-01', note: 'anulat din oficiu', cancelledOn: '2015-06-02' },
      { from: '2018-02-01', to: null },
    ],
    vatOnCollection: { from: '2019-01-01', to: null },
    splitVat: { from: '2018-03-01', to: '2020-01-31' },
    inactive: { from: '2025-05-05', to: null },
    eInvoicing: { from: '2022-07-01', to: null, category: 'Societate comercială' },
  })
  const answer = await ask(wire, 'vat', [KNOWN, NOBODY, OTHER])
  expect(answer.notFound).toEqual([NOBODY])
  expect(answer.records.map(({ record }) => record.cui)).toEqual([KNOWN, OTHER])
  expect(answer.records[0]).toMatchObject({
    register: 'vat',
    record: {
      asOf: DAY,
      name: 'ȚIGLĂRIA „ȘTEFAN & FIII” 14399840 SRL',
      fax: '',
      registrationNumber: expect.stringMatching(/^J\d+\//),
      caen: expect.stringMatching(/^\d{4}$/),
      fiscalAuthority: expect.stringContaining('Administraţia'),
      organisation: 'PERSOANA JURIDICA',
      vat: {
        isPayer: true,
        periods: [
          { from: '2010-01-01', to: '2015-06-01', cancelledOn: '2015-06-02', note: 'anulat din oficiu' },
          { from: '2018-02-01', to: null, cancelledOn: null, note: '' },
        ],
      },
      vatOnCollection: { applies: true, from: '2019-01-01', to: null, act: 'Inregistrare' },
      splitVat: { applies: false, from: '2018-03-01', to: '2020-01-31' },
      inactive: { isInactive: true, since: '2025-05-05', reactivatedOn: null, struckOffOn: null },
      eInvoicing: { isRegistered: true, since: '2022-07-01' },
      registeredOffice: { details: 'ET.2, AP.5', locality: expect.stringMatching(/./) },
      fiscalDomicile: { postalCode: expect.stringMatching(/^\d{6}$/) },
    },
  })
  expect(answer.records[1]).toMatchObject({
    record: { vatOnCollection: { applies: false, from: null, updatedOn: null }, splitVat: { from: null } },
  })
  data().quirks.vatEnvelope = true
  expect((await ask(wire, 'vat', [KNOWN, NOBODY, OTHER])).records).toEqual(answer.records)
  data().quirks.vatPeriods = 'object'
  expect((await ask(wire, 'vat')).records[0]).toMatchObject({
    record: { vat: { isPayer: true, periods: [{ from: '2018-02-01' }] } },
  })
  expect((await ask(wire, 'vat', [KNOWN], '2016-01-01')).records[0]).toMatchObject({
    record: { asOf: '2016-01-01', vat: { isPayer: false, periods: [{ to: '2015-06-01' }] }, inactive: { since: null } },
  })
})

test('P-03 the e-invoicing register says who is in it; 404 with that body means that nobody is', async () => {
  const wire = await open()
  data().set(KNOWN, { eInvoicing: { from: '2022-07-01', to: '2024-01-01', category: 'Producător' } })
  data().set(OTHER, { eInvoicing: null })
  const answer = await ask(wire, 'e-invoicing', [KNOWN, OTHER])
  expect(answer).toMatchObject({
    notFound: [OTHER],
    records: [
      {
        register: 'e-invoicing',
        record: {
          cui: KNOWN,
          category: 'Producător',
          registeredOn: '2022-07-01',
          renouncedOn: '2024-01-01',
          removedOn: null,
          b2gOn: null,
          state: 'neînregistrat',
          isRegistered: false,
        },
      },
    ],
  })
  expect((await ask(wire, 'e-invoicing', [KNOWN], '2023-01-01')).records[0]).toMatchObject({
    record: { renouncedOn: null, isRegistered: true },
  })
  expect(await ask(wire, 'e-invoicing', [OTHER, NOBODY])).toMatchObject({ records: [], notFound: [OTHER, NOBODY] })
  expect(asked().at(-1)?.status).toBe(404)
})

test('P-03 another 404 is an error with its bytes kept; 400 is an error with its text', async () => {
  const wire = await open()
  const others: [string, string][] = [
    ['<!DOCTYPE html><html><body>Not Found</body></html>', 'text/html'],
    ['{"timestamp":"2026-11-21","status":404,"error":"Not Found","path":"/x"}', 'application/json'],
    ['{"found":[],"notFound":[]}', 'application/json'],
    ['{"found":[],"notFound":[99]}', 'application/json'],
    [`{"found":[{"cui":${KNOWN}}],"notFound":[]}`, 'application/json'],
  ]
  for (const [body, contentType] of others) {
    strike(PATHS['e-invoicing'], { kind: 'status', status: 404, body, contentType })
    const error = await failureOf(ask(wire, 'e-invoicing'))
    expect([body, error.reason]).toEqual([body, 'answer-unexpected'])
    expect(readFileSync(String(error.params.kept)).toString()).toBe(body)
    desk.authority.faults.clear()
  }
  const text = 'Numarul de CUI-uri trebuie sa fie intre 1 si 100'
  const refusals: [string, string][] = [
    [text, 'text/plain'],
    [JSON.stringify({ message: text }), 'application/json'],
    [JSON.stringify({ status: 400, error: 'Bad Request', message: text }), 'application/json'],
    [JSON.stringify({ timestamp: '2026-11-21T10:00:00.000+00:00', mesaj: text }), 'application/json'],
  ]
  for (const [body, contentType] of refusals) {
    strike(PATHS['e-invoicing'], { kind: 'status', status: 400, body, contentType })
    expect(await failureOf(ask(wire, 'e-invoicing'))).toMatchObject({
      reason: 'authority-note',
      params: { note: text },
    })
    desk.authority.faults.clear()
  }
})

test('P-04 statements of any year, with the indicators of their kind and unknown ones', async () => {
  const wire = await open()
  const year = (of: number, cui: string = KNOWN) => wire.registers.statement({ cui, year: of }, never)
  data().set(OTHER, { cult: { from: '2000-01-01', to: null }, registeredOn: '2000-01-01' })
  data().set(KNOWN, { registeredOn: '2012-01-01', caen: '0111' })
  const company = await year(2025)
  expect(company).toMatchObject({ year: 2025, cui: KNOWN, caen: '0111', caenName: expect.stringMatching(/./) })
  expect(company?.indicators).toHaveLength(20)
  expect(company?.indicators.find(({ id }) => id === 'I13')).toMatchObject({
    label: 'Cifra de afaceri neta',
    value: expect.any(Number),
  })
  const association = await year(2019, OTHER)
  expect(association?.indicators.map(({ label }) => label)).toContain('EXCEDENT')
  expect(association?.indicators).toHaveLength(9)
  data().setStatement(KNOWN, 2031, [{ indicator: 'I77', val_indicator: -1.5, val_den_indicator: 'Altceva' }])
  expect((await year(2031))?.indicators).toEqual([{ id: 'I77', value: -1.5, label: 'Altceva' }])
  for (const noStatement of ['empty', 'nulls'] as const) {
    data().quirks.noStatement = noStatement
    expect(await year(1999)).toBeUndefined()
    expect(await year(2020, NOBODY)).toBeUndefined()
  }
  const other = {
    an: 2020,
    cui: Number(OTHER),
    deni: 'X',
    caen: 1,
    den_caen: '',
    i: [{ indicator: 'I1', val_indicator: 1, val_den_indicator: '' }],
  }
  strike('/bilant', { kind: 'body', body: JSON.stringify(other) })
  expect(await failureOf(year(2020))).toMatchObject({ reason: 'answer-unexpected' })
})

test('P-05 P-13 farmers and religious entities: companies outside the register are found too, and the flag says so', async () => {
  const wire = await open({ registers: { resetEvery: null } })
  data().set(KNOWN, { farmer: { from: '2017-01-01', to: null }, cult: { from: '2015-01-01', to: '2020-01-01' } })
  for (const [register, isMember] of [
    ['farmers', true],
    ['cult', false],
  ] as const) {
    const { records, notFound } = await ask(wire, register, [KNOWN, NOBODY])
    expect(notFound).toEqual([])
    expect(records).toMatchObject([
      { register, record: { cui: KNOWN, isMember, from: isMember ? '2017-01-01' : '2015-01-01' } },
      { register, record: { cui: NOBODY, isMember: false, name: '', from: null, to: null } },
    ])
  }
})

test('P-06 the cult register answers a future day for today, and the record says which day it is', async () => {
  const wire = await open({ registers: { resetEvery: null } })
  const now = desk.authority.clock.now()
  const [today, later] = [romaniaDay(now), romaniaDay(now + 40 * DAY_MS)]
  expect((await ask(wire, 'cult', [KNOWN], later)).records[0]).toMatchObject({ record: { asOf: today } })
  expect((await ask(wire, 'cult', [KNOWN], DAY)).records[0]).toMatchObject({ record: { asOf: DAY } })
  const farmers = await ask(wire, 'farmers', [KNOWN], later)
  expect(farmers.records[0]).toMatchObject({ record: { asOf: later } })
  // Even if it names the requested day, the answer is still today's.
  const found = [{ cui: Number(KNOWN), data: later, statusRegCult: false }]
  strike(PATHS.cult, { kind: 'body', body: JSON.stringify({ cod: 200, message: 'SUCCESS', found }) })
  expect((await ask(wire, 'cult', [KNOWN], later)).records[0]).toMatchObject({ record: { asOf: today } })
})

test('P-07 handed over to v8, not ready in any form, fetched from v7 once, gone after 3 days', async () => {
  const wire = await open()
  const submit = async () => (await wire.registers.submitVat({ cuis: [KNOWN, NOBODY], day: DAY }, never)).correlationId
  const fetch = (correlationId: string, isNew = false) => wire.registers.fetchVat({ correlationId, isNew }, never)
  const direct = await ask(wire, 'vat', [KNOWN, NOBODY])
  const { clock } = desk.authority
  for (const notReady of NOT_READY) {
    data().quirks.notReady = notReady
    const id = await submit()
    expect([notReady, await fetch(id, true)]).toEqual([notReady, 'not-ready'])
    clock.advance(ASYNC_WAIT)
    expect(await fetch(id)).toMatchObject({ records: direct.records, notFound: [NOBODY] })
    expect(await failureOf(fetch(id))).toMatchObject({ reason: 'async-result-gone', code: 'expired' })
  }
  // Past its due time, a result unknown to the service is no longer awaited.
  data().quirks.notReady = 'unknown-id'
  expect(await failureOf(fetch(await submit()))).toMatchObject({ reason: 'async-result-gone' })
  const late = await submit()
  clock.advance(3 * DAY_MS + 1000) // P-07: results are kept for three days
  expect(await failureOf(fetch(late))).toMatchObject({ reason: 'async-result-gone', params: { correlationId: late } })
  expect(new Set(asked().map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set([
      'POST /api/PlatitorTvaRest/v9/tva',
      'POST /AsynchWebService/api/v8/ws/tva',
      'GET /AsynchWebService/api/v7/ws/tva',
    ]),
  )
})

test('a one-time result that cannot be read is kept for inspection; a page is an error, never "not ready"', async () => {
  const wire = await open()
  const { correlationId } = await wire.registers.submitVat({ cuis: [KNOWN], day: DAY }, never)
  const fetch = () => wire.registers.fetchVat({ correlationId, isNew: false }, never)
  const body = '{"found":[{"date_generale":{}}],"notFound":[]}'
  strike('v7/ws/tva', { kind: 'body', body })
  const error = await failureOf(fetch())
  expect(error.reason).toBe('answer-unexpected')
  expect(readFileSync(String(error.params.kept)).toString()).toBe(body)
  for (const [page, reason] of [
    ['firewall', 'firewall'],
    ['maintenance', 'maintenance'],
    ['maintenance-503', 'maintenance'],
    ['login-wall', 'answer-unexpected'],
  ] as const) {
    desk.authority.faults.clear()
    strike('v7/ws/tva', { kind: 'page', page })
    expect(await failureOf(fetch())).toMatchObject({ reason })
  }
  desk.authority.faults.clear()
  strike('v8/ws/tva', { kind: 'body', body: '{"cod":200,"message":"Successful"}' })
  const query = { cuis: [KNOWN], day: DAY }
  expect(await failureOf(wire.registers.submitVat(query, never))).toMatchObject({ reason: 'answer-unexpected' })
  await expect(wire.registers.fetchVat({ correlationId: '../../bilant', isNew: true }, never)).rejects.toThrow(
    RangeError,
  )
})

test('P-09 plain numbers, 100 or 500 of them at most, and nothing more is ever sent', async () => {
  const wire = await open({ registers: { resetEvery: null } })
  for (const register of REGISTER_NAMES) {
    const most = mostOf(register)
    expect(most).toBe(isMemberRegister(register) ? 500 : 100)
    const { records, notFound } = await ask(wire, register, many(most))
    expect(records.length + notFound.length).toBe(most)
    const before = asked().length
    for (const cuis of [
      many(most + 1),
      [],
      [KNOWN, KNOWN],
      ['RO14399840'],
      ['0'],
      ['-14399840'],
      ['1800101221144'],
      ['014399840'],
    ])
      await expect(ask(wire, register, cuis)).rejects.toThrow(RangeError)
    expect(asked()).toHaveLength(before)
  }
  await expect(wire.registers.submitVat({ cuis: many(101), day: DAY }, never)).rejects.toThrow(RangeError)
  expect(data().questions.map(({ register, cuis }) => [register, cuis.length])).toEqual(
    REGISTER_NAMES.map(register => [register, isMemberRegister(register) ? 500 : 100]),
  )
  expect(asked().every(({ contentType }) => contentType === 'application/json')).toBe(true)
})
