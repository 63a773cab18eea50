import { CookieJar } from 'tough-cookie'
import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Gateway, type GatewayOnce, type GatewayRead, isSessionOver } from '../wire/gateway.ts'
import type { HttpAnswer } from '../wire/http.ts'
import { answerOf, failureOf, wireOf } from '../wire/wire.fixture.ts'
import { createSpv } from './spv.ts'

const never = new AbortController().signal
const cookies = { jar: new CookieJar(), keep: async () => undefined }
const json = (value: object, status = 200) => answerOf(status, JSON.stringify(value))
const note = (eroare: string, status = 200) => json({ eroare, titlu: 'Lista Mesaje' }, status)
const RIGHTS = 'Nu veti drept sa solictati informatii despre CIF=21'
const LIST = json({ titlu: 'Lista Mesaje disponibile', mesaje: [] })
const WALL = answerOf(200, '<html>Prezentare certificat</html>')
const PDF = '%PDF-1.4 x %%EOF'

/** A mailbox with this answer to reads and this answer to a request; records both. */
function spvOn(read: HttpAnswer, request: HttpAnswer | Error = answerOf(200, '')) {
  const reads: GatewayRead[] = []
  const requests: GatewayOnce[] = []
  const gateway: Gateway = {
    async read(wanted) {
      reads.push(wanted)
      return read
    },
    async once(wanted) {
      requests.push(wanted)
      if (request instanceof Error) throw request
      return request
    },
    exit: async () => undefined,
  }
  const { http } = wireOf(() => LIST)
  const spv = createSpv(http, gateway, { spvUrl: 'https://spv.localhost/SPVWS2/rest' })
  const wanted = { type: 'Istoric declaratii', cui: '21', params: { year: 2026, month: 6 } } as const
  return { spv, reads, requests, ask: () => spv.request(wanted, cookies, never) }
}

test('S-01 S-04 a list is its entries, or none where the note says so; any other note is an error', async () => {
  const entry = { id: '7', cif: '21', data_creare: '20-12-2017', tip: 'PLATA', detalii: '', id_solicitare: null }
  const full = spvOn(json({ titlu: 'Lista Mesaje', mesaje: [entry, {}], cui: '21' }))
  expect(await full.spv.list({ days: 60, cui: '21' }, cookies, never)).toMatchObject({
    ...{ messages: [{ id: '7' }], identity: { cuis: ['21'] } },
    unread: { reason: 'mail-entries-unread', params: { count: 1, kept: '/kept' } },
  })
  const listedAt = Date.UTC(2026, 10, 20)
  for (const answer of [LIST, note('Nu exista mesaje in ultimele 60 zile')]) {
    const { spv } = spvOn({ ...answer, servedAt: listedAt })
    expect(await spv.list({ days: 1 }, cookies, never)).toMatchObject({ messages: [], listedAt })
  }
  expect(full.reads[0]?.url).toBe('https://spv.localhost/SPVWS2/rest/listaMesaje?zile=60&cif=21')
  const list = (answer: HttpAnswer) => spvOn(answer).spv.list({ days: 1, cui: '21' }, cookies, never)
  expect(await list(note('Nu exista mesaje in ultimele 60 zile'))).toEqual({
    ...{ messages: [], identity: undefined, unread: undefined },
  })
  for (const [answer, reason] of [
    [note(RIGHTS), 'no-rights-for-company'],
    [note('Serviciul este ocupat'), 'authority-note'],
    [note('Eroare tehnica. Cod 5'), 'spv-technical'],
    [json({ mesaje: [] }, 201), 'answer-unexpected'],
    [json({ titlu: 'x' }), 'answer-unexpected'],
    [answerOf(200, '{"eroare":"Nu exista mesaje in ultimele 60 zile'), 'authority-note'],
    [answerOf(200, '<a/>'), 'answer-unexpected'],
    [answerOf(500, ''), 'maintenance'],
  ] as const)
    expect((await failureOf(list(answer))).reason).toBe(reason)
})

test('S-04 S-05 a document is a PDF, or refused for good in the words for that; all else may be tried again', async () => {
  const document = async (answer: HttpAnswer) => {
    const { spv, reads } = spvOn(answer)
    const work = spv.document('7', cookies, never)
    expect(reads.map(({ url }) => url)).toEqual(['https://spv.localhost/SPVWS2/rest/descarcare?id=7'])
    return work
  }
  expect(await document(answerOf(200, PDF))).toEqual({ kind: 'pdf', bytes: new TextEncoder().encode(PDF) })
  for (const refusal of ['Nu aveti dreptul sa descarcati acest mesaj', RIGHTS])
    expect(await document(note(refusal))).toEqual({ kind: 'refused', note: refusal })
  for (const [answer, reason] of [
    [answerOf(201, PDF), 'answer-unexpected'],
    [answerOf(200, `{"eroare":"${RIGHTS}`), 'authority-note'],
    [answerOf(200, `<html>${RIGHTS}</html>`), 'answer-unexpected'],
    [note('Eroare la descarcare. Cod 7'), 'spv-technical'],
    [note('altceva'), 'authority-note'],
    [answerOf(500, PDF), 'maintenance'],
  ] as const)
    expect((await failureOf(document(answer))).reason).toBe(reason)
})

test('G-02 the service has answered with a list or with its own note about rights; nothing else proves a session', async () => {
  const hello = (answer: HttpAnswer) => spvOn(answer).spv.hello(cookies, never)
  for (const answer of [LIST, note('Nu exista mesaje in ultimele 1 zile')]) await hello(answer)
  expect((await failureOf(hello(note(RIGHTS)))).reason).toBe('spv-no-rights')
  for (const answer of [
    json({ titlu: 'Altceva', mesaje: [] }),
    json({ mesaje: [] }),
    json({ titlu: 7 }),
    json([]),
    json({ titlu: 'Lista Mesaje' }, 201),
    note('Nu exista mesaje', 500),
    json({ eroare: 'Nu exista mesaje', titlu: 'Altceva' }),
    answerOf(200, '<html>Lista Mesaje</html>'),
    answerOf(200, ''),
  ])
    expect((await failureOf(hello(answer))).reason).toMatch(/^(answer-unexpected|maintenance)$/)
})

test('S-06 S-08 a request is sent once behind a list, with its parameters as documented', async () => {
  const { ask, reads, requests } = spvOn(LIST, json({ id_solicitare: 91, titlu: 'Cerere' }))
  expect(await ask()).toEqual({ kind: 'accepted', requestId: '91', announcement: 'Cerere' })
  expect(reads).toHaveLength(1)
  expect(requests).toMatchObject([
    {
      ...{ method: 'GET', what: 'request' },
      url: 'https://spv.localhost/SPVWS2/rest/cerere?tip=Istoric%20declaratii&cui=21&an=2026&luna=6',
    },
  ])
  // A person without the right to a list may have the right to this report: the service decides.
  expect(await spvOn(note(RIGHTS), note(RIGHTS)).ask()).toEqual({ kind: 'rejected', category: 'rights', note: RIGHTS })
})

test('S-08 without an answer of the service nothing is requested, and an answer that proves nothing leaves it unknown', async () => {
  for (const answer of [answerOf(503, ''), answerOf(200, '<html>x</html>')]) {
    const { ask, requests } = spvOn(answer)
    await failureOf(ask())
    expect(requests).toEqual([])
  }
  const isOver: [HttpAnswer, boolean][] = [
    [json({ titlu: 'Cerere' }), false],
    [json({ id_solicitare: 91 }, 500), false],
    [json({ status: 500, error: 'Internal Server Error', message: 'Nu aveti drept' }), false],
    [json({ eroare: 'A aparut o eroare tehnica' }), false],
    [answerOf(302, '', 'https://spv.localhost/altundeva'), false],
    [answerOf(302, '', '/my.policy'), true],
    [WALL, true],
  ]
  for (const [answer, over] of isOver) {
    const error = await failureOf(spvOn(LIST, answer).ask())
    expect([answer, error.reason, isSessionOver(error)]).toEqual([answer, 'request-answer-unclear', over])
  }
  const technical = await failureOf(spvOn(LIST, note('Eroare transmitere cerere. Cod 107')).ask())
  expect([technical.reason, technical.code]).toEqual(['spv-technical', 'service-unavailable'])
  const lost = new RecipisaError('request-unknown', { operation: 'cerere', problem: 'x' })
  expect(await failureOf(spvOn(LIST, lost).ask())).toBe(lost)
})
