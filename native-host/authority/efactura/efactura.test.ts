import { expect, test } from 'vitest'
import type { Http } from '../wire/http.ts'
import { answerOf, failureOf, type Reply } from '../wire/wire.fixture.ts'
import { createEInvoicing } from './efactura.ts'
import { never, note, signedIn } from './signed-in.fixture.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 22, 10)
const ENTRY = { id: '7', id_solicitare: '50', data_creare: '202611011336', cif: '21', tip: 'FACTURA TRIMISA' }
const listOf = (entries: object[], rest: object = {}) =>
  answerOf(200, JSON.stringify({ mesaje: entries, titlu: 'Lista', ...rest }))
const ZIP = Uint8Array.from([0x50, 0x4b, 0x05, 0x06, ...Array(18).fill(0)])

/** A service with these replies, except to the call that learns its clock. */
function serviceOn(reply: (operation: string, url: URL) => Reply) {
  const wire = signedIn(
    (operation, url) => (operation === 'TestOauth' ? answerOf(200, 'Hello') : reply(operation, url)),
    () => NOW,
  )
  return { ...wire, service: createEInvoicing(wire.options) }
}

test('E-21 E-22 a download is a ZIP, or over for good in those words only; all else may be tried again', async () => {
  const download = (reply: Reply) => serviceOn(() => reply).service.download('7', never)
  expect(await download(answerOf(200, ZIP))).toEqual({ kind: 'zip', bytes: ZIP })
  const over = 'Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile'
  for (const status of [200, 404]) expect(await download(note(over, status))).toEqual({ kind: 'expired', note: over })
  for (const [reply, reason] of [
    [answerOf(201, ZIP), 'answer-unexpected'],
    [answerOf(200, `{"eroare":"${over}`), 'authority-note'],
    [answerOf(200, `<html>${over}</html>`), 'answer-unexpected'],
    [answerOf(200, `<a>${over}</a>`), 'answer-unexpected'],
    [note('Pentru id=7 nu exista inregistrata nici o factura'), 'authority-note'],
    [note('Nu aveti dreptul sa descarcati acesta factura'), 'download-denied'],
    [answerOf(503, '<html>mentenanta</html>'), 'maintenance'],
    [answerOf(500, ''), 'maintenance'],
  ] as const)
    expect((await failureOf(download(reply))).reason).toBe(reason)
})

test('E-07 E-08 a state is the service’s XML with HTTP 200, and nothing else is one', async () => {
  const status = (reply: Reply) => serviceOn(() => reply).service.status('50', never)
  const ok = '<header stare="ok" id_descarcare="12"/>'
  expect(await status(answerOf(200, ok))).toEqual({ kind: 'ok', downloadId: '12' })
  const question = '<header><Errors errorMessage="Nu exista factura"/></header>'
  expect(await status(answerOf(200, question))).toEqual({ kind: 'query-error', messages: ['Nu exista factura'] })
  for (const [reply, reason] of [
    [answerOf(201, ok), 'answer-unexpected'],
    [answerOf(500, ok), 'maintenance'],
    [answerOf(200, '{"stare":"ok"}'), 'answer-unexpected'],
    [answerOf(200, '<header/>'), 'answer-unexpected'],
    [note('Nu aveti drept'), 'authority-note'],
  ] as const)
    expect((await failureOf(status(reply))).reason).toBe(reason)
})

test('E-07 E-19 a download and a state are asked for by their own ids', async () => {
  const { service, sent } = serviceOn(operation =>
    operation === 'descarcare' ? answerOf(200, ZIP) : answerOf(200, '<header stare="in prelucrare"/>'),
  )
  await service.download('7', never)
  await service.status('50', never)
  const rest = 'https://api.localhost/test/FCTEL/rest'
  expect(sent.map(({ url }) => url)).toEqual([`${rest}/descarcare?id=7`, `${rest}/stareMesaj?id_incarcare=50`])
})

test('E-09 E-23 E-30 each call counts for its own limit; the authority’s word that it is used up ends the day', async () => {
  const used = 'S-au facut deja 100 interogari in cursul zilei'
  const xml = answerOf(200, `<header><Errors errorMessage="x"/><Errors errorMessage="${used}"/></header>`)
  const [window, days] = [
    { cui: '21', from: NOW - DAY },
    { cui: '21', days: 1 },
  ]
  type Service = ReturnType<typeof createEInvoicing>
  const calls: [Reply, (service: Service) => Promise<unknown>, string][] = [
    [xml, service => service.status('50', never), 'status 50'],
    [note(used), service => service.status('50', never), 'status 50'],
    [note(used), service => service.download('7', never), 'download 7'],
    [note(used), service => service.listByDays(days, never), 'list-by-days 21'],
    [note(used), service => service.listWindow(window, never), 'list-paginated 21'],
  ]
  for (const [reply, call, counted] of calls) {
    const wire = serviceOn(() => reply)
    expect((await failureOf(call(wire.service))).reason).toBe('quota-reached')
    expect(wire.counted).toEqual([counted, `no ${counted}`])
    const other = serviceOn(() => note('altceva'))
    await failureOf(call(other.service))
    expect(other.counted).toEqual([counted])
  }
})

test('E-10 E-12 a list by days is its entries, or none where the note says so with HTTP 200', async () => {
  const list = (reply: Reply, filter?: 'P') => {
    const wire = serviceOn(() => reply)
    return { ...wire, list: () => wire.service.listByDays({ cui: '21', days: 60, ...(filter && { filter }) }, never) }
  }
  const full = list(listOf([ENTRY, { id: 'x' }]), 'P')
  expect(await full.list()).toMatchObject({
    ...{ messages: [{ id: '7' }], completeUntil: NOW - 30_000 },
    unread: { reason: 'entries-unread', params: { count: 1, kept: '/kept', cui: '21' } },
  })
  expect(new URL(full.sent[0]?.url ?? '').search).toBe('?zile=60&cif=21&filtru=P')
  const none = note('Nu exista mesaje in ultimele 60 zile')
  expect(await list(none).list()).toEqual({
    messages: [],
    completeUntil: NOW - 30_000,
    certificate: null,
    unread: undefined,
  })
  for (const [reply, reason] of [
    [note('Nu exista mesaje in ultimele 60 zile', 500), 'authority-note'],
    [answerOf(200, '{"eroare":"Nu exista mesaje in ultimele 60 zile'), 'authority-note'],
    [answerOf(201, '{"mesaje":[]}'), 'answer-unexpected'],
    [answerOf(200, '{}'), 'answer-unexpected'],
    [answerOf(200, ''), 'answer-unexpected'],
    [note('Nu aveti drept in SPV pentru CIF=21'), 'no-rights-for-company'],
  ] as const)
    expect((await failureOf(list(reply).list())).reason).toBe(reason)
  for (const days of [0, 61, 1.5]) {
    const wire = serviceOn(() => none)
    expect((await failureOf(wire.service.listByDays({ cui: '21', days }, never))).reason).toBe('argument-invalid')
    expect(wire.sent).toEqual([])
  }
})

test('E-10 a list by days that is too long is read by pages, from its first day', async () => {
  const { service, sent, operations } = serviceOn(operation =>
    operation === 'listaMesajeFactura' ? note('Folositi endpoint-ul cu paginatie') : listOf([ENTRY]),
  )
  expect(await service.listByDays({ cui: '21', days: 5, filter: 'P' }, never)).toMatchObject({
    messages: [{ id: '7' }],
  })
  expect(operations()).toEqual(['listaMesajeFactura', 'TestOauth', 'listaMesajePaginatieFactura'])
  const { searchParams } = new URL(sent[2]?.url ?? '')
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ startTime: `${NOW - 5 * DAY}`, endTime: `${NOW - 30_000}`, cif: '21', pagina: '1', filtru: 'P' },
  })
})

test('E-11 E-12 a window is read page by page up to the note that ends it', async () => {
  const beyond = note('Pagina solicitata 2 este mai mare decat numarul toatal de pagini 1')
  const full = { numar_total_inregistrari_per_pagina: 1, numar_total_pagini: 1 }
  const { service } = serviceOn((_, url) => (url.searchParams.get('pagina') === '1' ? listOf([ENTRY], full) : beyond))
  const window = { cui: '21', from: NOW - DAY, until: NOW - 1000 }
  expect(await service.listWindow(window, never)).toMatchObject({
    messages: [{ id: '7' }],
    completeUntil: NOW - 30_000,
  })
  const none = serviceOn(() => note('Nu exista mesaje in intervalul selectat')).service
  expect(await none.listWindow(window, never)).toEqual({
    messages: [],
    completeUntil: NOW - 30_000,
    certificate: null,
    unread: undefined,
  })
  // A first page that does not exist proves no empty list: only E-12's words do.
  for (const words of ['Serviciul este ocupat', 'Pagina solicitata 1 este mai mare decat numarul toatal de pagini 0']) {
    const other = serviceOn(() => note(words)).service
    expect(await failureOf(other.listWindow(window, never))).toMatchObject({
      ...{ reason: 'authority-note', params: { note: words } },
    })
  }
})

test('E-13 lists that start together ask for the clock once, and each ends by its own signal only', async () => {
  const { options } = serviceOn(() => listOf([ENTRY]))
  const window = { cui: '21', from: NOW - DAY }
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
  let asked = 0
  const hanging: Http['send'] = (_, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const send: Http['send'] = (request, signal) =>
    request.operation === 'TestOauth' && ++asked === 1 ? hanging(request, signal) : options.http.send(request, signal)
  const service = createEInvoicing({ ...options, http: { ...options.http, send } })
  const [asking, waiting, leaving] = [first, second, third].map(({ signal }) => service.listWindow(window, signal))
  third.abort(new Error('the third left'))
  await expect(leaving).rejects.toBe(third.signal.reason)
  expect(asked).toBe(1)
  first.abort(new Error('the first left'))
  await expect(asking).rejects.toBe(first.signal.reason)
  expect(await waiting).toMatchObject({ messages: [{ id: '7' }] })
  expect(asked).toBe(2)
})

test('E-11 a window whose list never rests is complete up to its start only', async () => {
  let id = 100
  const { service } = serviceOn((_, url) => {
    const rest = { numar_total_inregistrari_per_pagina: 1, numar_total_pagini: 2 }
    return listOf(Number(url.searchParams.get('pagina')) > 2 ? [] : [{ ...ENTRY, id: id++ }], rest)
  })
  const { messages, completeUntil } = await service.listWindow({ cui: '21', from: NOW - DAY }, never)
  expect([messages.length > 2, completeUntil]).toEqual([true, NOW - DAY])
})

test('E-13 E-14 a window is asked for within the limits, and a refusal that quotes a moment corrects them once', async () => {
  const inverted = serviceOn(() => listOf([]))
  for (const until of [NOW - DAY, NOW - DAY - 1]) {
    const failure = await failureOf(inverted.service.listWindow({ cui: '21', from: NOW - DAY, until }, never))
    expect(failure.reason).toBe('window-inverted')
  }
  const past = await inverted.service.listWindow({ cui: '21', from: NOW - 90 * DAY, until: NOW - 70 * DAY }, never)
  expect([past, inverted.sent]).toEqual([
    { messages: [], completeUntil: undefined, certificate: null, unread: undefined },
    [],
  ])

  const refusal = 'endTime = 22-11-2026 11:59:30 nu poate in viitor fata de momentul requestului'
  const quoted = `${refusal} = 22-11-2026 11:00:00`
  for (const [answers, reads, reason] of [
    [[note(quoted), listOf([ENTRY])], 2, undefined],
    [[note(quoted), note(quoted)], 2, 'authority-note'],
    [[note(refusal)], 1, 'authority-note'],
  ] as const) {
    let asked = 0
    const wire = serviceOn(() => answers[asked++] ?? expect.fail('asked once more'))
    const outcome = await wire.service.listWindow({ cui: '21', from: NOW - DAY }, never).then(
      () => undefined,
      error => error.reason,
    )
    expect([outcome, asked]).toEqual([reason, reads])
    // An hour behind this machine's clock, by its own word.
    const ends = wire.sent.flatMap(({ url }) => new URL(url).searchParams.get('endTime') ?? [])
    expect(ends).toEqual([`${NOW - 30_000}`, `${NOW - 3_600_000 - 2_000}`].slice(0, reads))
  }
})

test('E-32 a lack of rights is reported as such, and so is any other failure', async () => {
  const rightsOf = (reply: Reply) => serviceOn(() => reply).service.rightsFor('21', never)
  const refusalOf = async (reply: Reply) => (await rightsOf(reply)).refusal
  expect(await refusalOf(listOf([]))).toBeUndefined()
  expect(await rightsOf(listOf([ENTRY], { serial: '4A1B' }))).toEqual({ refusal: undefined, certificate: '4A1B' })
  expect(await refusalOf(note('Nu exista mesaje in ultimele 1 zile'))).toBeUndefined()
  expect(await refusalOf(note('Nu aveti drept in SPV pentru CIF=21'))).toMatchObject({
    reason: 'no-rights-for-company',
  })
  expect(await refusalOf(note('Nu exista niciun CIF pentru care sa aveti drept in SPV'))).toMatchObject({
    reason: 'certificate-without-rights',
  })
  for (const reply of [note('Serviciul este ocupat'), answerOf(503, ''), { lost: new Error('x') }])
    await expect(refusalOf(reply)).rejects.toThrow()
})
