import { expect, test } from 'vitest'
import type { Register } from '../../../shared/domain/registers.ts'
import type { HttpAnswer } from '../wire/http.ts'
import { answerOf, failureOf, wireOf } from '../wire/wire.fixture.ts'
import { createRegisters } from './registers.ts'

const never = new AbortController().signal
const NOW = Date.UTC(2026, 10, 22, 10)
const CORRELATION = 'a0b1c2d3-0000-4000-8000-0123456789ab'
const json = (value: unknown, status = 200) => answerOf(status, JSON.stringify(value))
const member = (change: object = {}) => ({
  cui: 21,
  data: '2026-11-22',
  statusRegCult: true,
  statusRegAgric: true,
  ...change,
})
const VAT = {
  date_generale: { cui: 21, data: '2026-11-22', denumire: 'A', statusRO_e_Factura: false },
  inregistrare_scop_Tva: { scpTVA: true },
  inregistrare_RTVAI: { statusTvaIncasare: false },
  stare_inactiv: { statusInactivi: false },
  inregistrare_SplitTVA: { statusSplitTVA: false },
}

function registersOn(answer: HttpAnswer) {
  const { http, sent } = wireOf(
    () => answer,
    () => NOW,
  )
  const registers = createRegisters({ http, profile: { publicUrl: 'https://public.localhost' } })
  const ask = (cuis = ['21'], register: Register = 'farmers') =>
    registers.ask({ register, cuis, day: '2026-11-22' }, never)
  return { registers, sent, ask }
}

test('P-01 P-10 a register is asked by a POST that may be repeated, and answers for each company', async () => {
  for (const [register, path] of [
    ['vat', '/api/PlatitorTvaRest/v9/tva'],
    ['farmers', '/RegAgric/api/v2/ws/agric'],
  ] as const) {
    const { ask, sent } = registersOn(json({ found: [], notFound: [21] }))
    expect(await ask(['21'], register)).toEqual({ records: [], notFound: ['21'], answeredAt: NOW })
    expect(sent).toMatchObject([
      {
        ...{ method: 'POST', mayRepeat: true, to: 'public', url: `https://public.localhost${path}` },
        body: '[{"cui":21,"data":"2026-11-22"}]',
      },
    ])
  }
  expect(await registersOn(json({ found: [member()] })).ask()).toMatchObject({
    records: [{ register: 'farmers', record: { isMember: true } }],
  })
})

test('P-03 404 is a register’s answer if it names only companies without data; any other 404 is an error', async () => {
  expect(await registersOn(json({ found: [], notFound: [21] }, 404)).ask()).toMatchObject({ notFound: ['21'] })
  for (const [answer, reason] of [
    [json({ found: [member()] }, 404), 'answer-unexpected'],
    [json({ found: [], notFound: [] }, 404), 'answer-unexpected'],
    [json({ found: [], notFound: [21] }, 201), 'answer-unexpected'],
    [json({ found: [], notFound: [21] }, 500), 'maintenance'],
    [json({ found: [], notFound: [] }), 'answer-unexpected'],
    [json({ cod: 500, message: 'Eroare interna' }), 'authority-note'],
    [json({ error: 'Data este incorecta' }, 400), 'authority-note'],
    [json({ error: 'Data este incorecta' }, 403), 'answer-unexpected'],
    [json(null), 'answer-unexpected'],
    [json([]), 'answer-unexpected'],
    [answerOf(404, 'Not found here'), 'authority-note'],
    [answerOf(404, '{"found":[],}'), 'answer-unexpected'],
    [answerOf(200, '<html>x</html>'), 'answer-unexpected'],
    [answerOf(200, ''), 'answer-unexpected'],
  ] as const)
    expect([answer, (await failureOf(registersOn(answer).ask())).reason]).toEqual([answer, reason])
})

test('P-06 the cult register answers a day to come for today', async () => {
  for (const [data, asOf] of [
    ['2026-11-23', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
    ['2026-11-21', '2026-11-21'],
    ['', null],
  ] as const)
    expect(await registersOn(json({ found: [member({ data })] })).ask(['21'], 'cult')).toMatchObject({
      records: [{ record: { asOf } }],
    })
  expect(await registersOn(json({ found: [member({ data: '2026-11-23' })] })).ask()).toMatchObject({
    records: [{ record: { asOf: '2026-11-23' } }],
  })
})

test('P-09 no question is sent for no company, for too many, twice for one, or for an invalid code', async () => {
  const many = Array.from({ length: 101 }, (_, n) => String(100 + n))
  for (const cuis of [[], many, ['21', '21'], ['021'], ['RO21'], ['2'], ['12345678901']]) {
    const { ask, sent } = registersOn(json({}))
    await expect(ask(cuis, 'vat')).rejects.toThrow(RangeError)
    expect(sent).toEqual([])
  }
})

test('P-07 a question that was handed over has an id; a refusal has words', async () => {
  const submit = (answer: HttpAnswer) =>
    registersOn(answer).registers.submitVat({ cuis: ['21'], day: '2026-11-22' }, never)
  expect(await submit(json({ cod: 200, correlationId: CORRELATION }))).toEqual({ correlationId: CORRELATION })
  for (const [answer, reason] of [
    [json({ cod: 200, message: 'SUCCESS' }), 'answer-unexpected'],
    [json({ cod: 200, correlationId: `${CORRELATION}0` }), 'answer-unexpected'],
    [json({ cod: 200, correlationId: `x${CORRELATION}` }), 'answer-unexpected'],
    [json({ cod: 500, message: 'Prea multe' }), 'authority-note'],
    [json({ cod: 500 }), 'answer-unexpected'],
    [json({ correlationId: CORRELATION }, 201), 'answer-unexpected'],
    [answerOf(503, ''), 'maintenance'],
  ] as const)
    expect([answer, (await failureOf(submit(answer))).reason]).toEqual([answer, reason])
})

test('P-07 an empty result is not ready; a result is gone only if the service says so', async () => {
  const fetchVat = (answer: HttpAnswer, isNew = false) =>
    registersOn(answer).registers.fetchVat({ correlationId: CORRELATION, isNew }, never)
  expect(await fetchVat(json({ found: [VAT] }))).toMatchObject({ records: [{ record: { cui: '21' } }] })
  expect(await fetchVat(json({ found: [], notFound: [21] }))).toMatchObject({ notFound: ['21'] })
  for (const answer of [
    ...[200, 400, 404, 409, 425].map(status => answerOf(status, '')),
    json({ found: [], notFound: [] }),
    json({ found: null }),
    json({ cod: 200, message: 'In procesare' }),
    json(null),
    answerOf(200, 'Cererea este in procesare'),
    answerOf(200, 'PENDING'),
    answerOf(404, 'Cererea este in procesare'),
  ])
    expect([answer, await fetchVat(answer)]).toEqual([answer, 'not-ready'])
  for (const gone of ['Rezultatul a expirat', 'Rezultatul a fost deja descarcat', 'Nu mai exista'])
    for (const answer of [json({ cod: 500, message: gone }), answerOf(404, gone)])
      for (const isNew of [true, false])
        expect([gone, (await failureOf(fetchVat(answer, isNew))).reason]).toEqual([gone, 'async-result-gone'])
  const unknown = answerOf(404, 'Nu exista un astfel de rezultat')
  expect((await failureOf(fetchVat(unknown))).reason).toBe('async-result-gone')
  expect(await fetchVat(unknown, true)).toBe('not-ready')
  for (const [answer, reason] of [
    [json({ found: [{}] }), 'answer-unexpected'],
    [json({ found: {} }), 'answer-unexpected'],
    [answerOf(200, '<html>In procesare</html>'), 'answer-unexpected'],
    [answerOf(403, ''), 'answer-unexpected'],
    [answerOf(503, ''), 'maintenance'],
  ] as const)
    expect([answer, (await failureOf(fetchVat(answer))).reason]).toEqual([answer, reason])
  const { registers, sent } = registersOn(json({}))
  await expect(registers.fetchVat({ correlationId: '../x', isNew: true }, never)).rejects.toThrow(RangeError)
  expect(sent).toEqual([])
})

test('P-04 a statement belongs to the company and the year; only a list without indicators means that there is none', async () => {
  const statement = (answer: HttpAnswer) => registersOn(answer).registers.statement({ cui: '21', year: 2024 }, never)
  const i = [{ indicator: 'I1', val_indicator: '7', val_den_indicator: 'Active' }]
  const whole = { an: 2024, cui: 21, deni: 'A', caen: 111, den_caen: 'x', i }
  expect(await statement(json(whole))).toEqual({
    ...{ year: 2024, cui: '21', name: 'A', caen: '0111', caenName: 'x' },
    indicators: [{ id: 'I1', value: 7, label: 'Active' }],
  })
  for (const none of [[], null]) expect(await statement(json({ ...whole, an: 0, cui: 0, i: none }))).toBeUndefined()
  for (const [answer, reason] of [
    [json({ ...whole, an: 2023 }), 'answer-unexpected'],
    [json({ ...whole, cui: 22 }), 'answer-unexpected'],
    [json({ ...whole, i: undefined }), 'answer-unexpected'],
    [json({ ...whole, i: {} }), 'answer-unexpected'],
    [json({ ...whole, i: [{ ...i[0], val_indicator: '7x' }] }), 'answer-unexpected'],
    [json({ message: 'Nu exista bilant' }), 'authority-note'],
    [json({ ...whole, i: null }, 404), 'answer-unexpected'],
    [answerOf(503, ''), 'maintenance'],
  ] as const)
    expect([answer, (await failureOf(statement(answer))).reason]).toEqual([answer, reason])
})
