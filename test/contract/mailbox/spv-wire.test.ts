import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGateway, type GatewayCookies } from '../../../native-host/authority/wire/gateway.ts'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import type { FaultRule } from '../../authority/faults.ts'
import { sha256 } from '../../authority/journal.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { mailboxCookies } from '../support/spv.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, type Wire } from '../support/wire.ts'

const HOST = 'webserviced.localhost'
let desk: Desk
let wire: Wire
let cookies: GatewayCookies & { kept: number }
/** Requests before the test's own. */
let since: number

beforeEach(async () => {
  desk = await openDesk({
    world: now => seedWorld({ now, companies: 12, invoicesPerCompany: 0 }),
    mail: seedMail({ messages: 300 }),
  })
  wire = await desk.wire({ clock: hastyClock() })
  cookies = await mailboxCookies(desk.authority)
  since = desk.authority.journal.last
})
afterEach(() => desk.close())

const cuis = () => [...desk.authority.world.companies.keys()]
const list = (query: { days: number; cui?: string } = { days: 60 }, own: GatewayCookies = cookies) =>
  wire.spv.list(query, own, never)
const strike = (path: string, effect: FaultRule['effect'], more: Partial<FaultRule> = {}) =>
  desk.authority.faults.add({ match: { host: HOST, path }, effect, ...more })
const asked = (path = '') => desk.authority.journal.find({ host: HOST, path }).filter(({ n }) => n > since)
const note = (eroare: string, titlu = 'Lista Mesaje') =>
  ({ kind: 'body', body: JSON.stringify({ titlu, eroare }), contentType: 'text/html' }) as const

describe('lists', () => {
  test('S-01 the list of all rights, and of one CIF, with its window', async () => {
    const { messages } = await list()
    const expected = desk.authority.expectedMail()
    expect(messages).toHaveLength(300)
    const plain = (mail: { id: string; type: string }) => [mail.id, mail.type]
    expect(messages.map(mail => [...plain(mail), mail.cui]).sort()).toEqual(
      expected.map(mail => [mail.id, mail.type.trim(), mail.cif]).sort(),
    )
    const [own = ''] = cuis()
    const one = await list({ days: 30, cui: own })
    expect(new Set(one.messages.map(({ cui }) => cui))).toEqual(new Set([own]))
    expect(asked('/listaMesaje').map(({ query }) => query)).toEqual([{ zile: '60' }, { zile: '30', cif: own }])
    expect(asked().every(({ clientCertificatePresented }) => !clientCertificatePresented)).toBe(true)
  })

  test('S-02 a list with messages names the rights, one alone as a number too; one without names none', async () => {
    const { identity } = await list()
    expect(identity).toEqual({
      cnp: expect.stringMatching(/^\d{13}$/),
      certificateSerial: expect.any(String),
      cuis: cuis(),
    })
    const [own = ''] = cuis()
    const lone = await mailboxCookies(desk.authority, { rights: [own] })
    expect((await list({ days: 60 }, lone)).identity?.cuis).toEqual([own])
    expect(asked('/listaMesaje').at(-1)?.status).toBe(200)
    const withPerson = await mailboxCookies(desk.authority, { rights: [own], hasOwnMailbox: true })
    const { identity: both } = await list({ days: 60 }, withPerson)
    expect(both?.cuis).toEqual([own, both?.cnp])
    expect(await list({ days: 0 })).toEqual({ messages: [], listedAt: expect.any(Number) })
  })

  test('S-03 moments with and without time are Romania’s, types are trimmed and open, request ids are there or null', async () => {
    const { messages } = await list()
    const moments = new Map(desk.authority.expectedMail().map(({ id, createdAt }) => [id, createdAt]))
    // In autumn's repeated hour, a written moment is one of two.
    const written = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Bucharest',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    for (const { id, createdAt, hasTime } of messages) {
      const wanted = written.format(moments.get(id))
      expect(written.format(createdAt)).toBe(hasTime ? wanted : `${wanted.slice(0, 10)} 00:00:00`)
    }
    expect(messages.some(({ hasTime }) => !hasTime)).toBe(true)
    const kinds = new Map(messages.map(({ type, kind }) => [type, kind]))
    expect(Object.fromEntries(kinds)).toEqual({
      RECIPISA: 'receipt',
      PLATA: 'payment',
      'DECIZIE DE IMPUNERE': 'act',
      'RASPUNS SOLICITARE': 'report',
      SOMATIE: 'act',
      DECLARATIE: 'declaration',
      NOTIFICARE: 'act',
      'MESAJ TIP NOU': 'other',
    })
    const answered = messages.filter(({ requestId }) => requestId !== null)
    expect(new Set(answered.map(({ type }) => type))).toEqual(new Set(['RASPUNS SOLICITARE']))
    const receipt = messages.find(({ kind }) => kind === 'receipt')
    expect(receipt?.receipt).toMatchObject({ cui: receipt?.cui, uploadIndex: expect.stringMatching(/^\d{9}$/) })
    expect(messages.find(({ type }) => type === 'DECIZIE DE IMPUNERE')?.servedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  test('S-04 no results is an empty list; rights, validation, technical errors and others are each their own', async () => {
    expect((await list({ days: 0 })).messages).toEqual([])
    const foreign = await failureOf(list({ days: 60, cui: '14399840' }))
    expect([foreign.reason, foreign.params]).toEqual([
      'no-rights-for-company',
      {
        cui: '14399840',
        operation: 'listaMesaje',
        note: 'Nu veti drept sa solictati informatii despre CIF=14399840',
      },
    ])
    const invalid = await failureOf(list({ days: 60, cui: '1' }))
    expect([invalid.reason, invalid.params.note]).toEqual(['authority-note', 'CUI-ul introdus= 1 nu este corect.'])
    strike('/listaMesaje', note('Eroare citire mesaje. Cod 231'))
    const technical = await failureOf(list())
    expect([technical.reason, technical.code, technical.params.code]).toEqual([
      'spv-technical',
      'service-unavailable',
      '231',
    ])
    expect(technical.message).toContain('231')
    strike('/listaMesaje', note('Serviciul a fost mutat'))
    const other = await failureOf(list())
    expect([other.reason, other.params.note]).toEqual(['authority-note', 'Serviciul a fost mutat'])
  })

  test('a certificate without any SPV right gets no session and is told why', async () => {
    const nobody = await mailboxCookies(desk.authority, { rights: [] })
    for (const work of [() => list({ days: 60 }, nobody), () => wire.spv.hello(nobody, never)]) {
      const { reason, code } = await failureOf(work())
      expect([reason, code]).toEqual(['spv-no-rights', 'no-rights'])
    }
  })

  test.each([
    ['{"id":"x","cif":"21","data_creare":"01.02.2026"}', 'mesaje.1.id'],
    ['{"cif":"21","data_creare":"01.02.2026"}', 'mesaje.1.id'],
    ['{"id":"1","cif":"A-21","data_creare":"01.02.2026"}', 'mesaje.1.cif'],
    ['{"id":"1","data_creare":"01.02.2026"}', 'mesaje.1.cif'],
    ['{"id":"1","cif":"21","data_creare":"31.02.2026"}', 'mesaje.1.data_creare'],
    ['{"id":"1","cif":"21","data_creare":null}', 'mesaje.1.data_creare'],
    ['null', 'mesaje.1'],
    ['["1"]', 'mesaje.1'],
  ])('an entry like %s costs nobody the others, is kept for a look once, and is told of', async (odd, where) => {
    const whole = (id: string) => `{"id":"${id}","cif":"21","data_creare":"01.02.2026 10:00:00","tip":"PLATA"}`
    const body = `{"titlu":"Lista Mesaje","mesaje":[${whole('7')},${odd},${whole('8')}],"cui":"21,22","serial":"AB"}`
    strike('/listaMesaje', { kind: 'body', body }, { times: 2 })
    const { messages, identity, unread } = await list()
    expect(messages.map(({ id, cui }) => [id, cui])).toEqual([
      ['7', '21'],
      ['8', '21'],
    ])
    expect(identity?.cuis).toEqual(['21', '22'])
    expect(unread).toMatchObject({ reason: 'mail-entries-unread', params: { count: 1 } })
    expect(unread?.params.problem).toContain(where)
    expect(readFileSync(String(unread?.params.kept), 'utf8')).toBe(body)
    expect((await list()).unread?.params.kept).toBe(unread?.params.kept)
  })

  test('a list that is not as documented is kept for a look, and says where', async () => {
    const broken = [
      ['{"titlu":"Lista Mesaje","mesaje":{}}', 'mesaje'],
      ['[]', 'mesaje'],
      ['null', 'unknown'],
      ['<html><body>Bine ati venit</body></html>', 'html'],
    ] as const
    for (const [body, where] of broken) {
      strike('/listaMesaje', { kind: 'body', body })
      const { reason, params } = await failureOf(list())
      expect([reason, params.problem]).toEqual(['answer-unexpected', expect.stringContaining(where)])
    }
    strike('/listaMesaje', {
      kind: 'body',
      body: '{"eroare":"","titlu":"Lista Mesaje","mesaje":[{"id":7,"cif":"RO21","data_creare":"01.02.2026","tip":null,"detalii":12,"id_solicitare":55}]}',
    })
    expect((await list()).messages).toMatchObject([
      { id: '7', cui: '21', type: '', kind: 'other', details: '', requestId: '55' },
    ])
  })
})

describe('documents', () => {
  test('S-05 a PDF is told by its bytes and kept, a note by its eroare, whatever the headers say', async () => {
    const [first, second] = desk.authority.expectedMail()
    for (const { id, sha256: wanted } of [first, second].filter(mail => mail !== undefined)) {
      const document = await wire.spv.document(id, cookies, never)
      expect(document.kind === 'pdf' && sha256(Buffer.from(document.bytes))).toBe(wanted)
    }
    expect(first?.sha256).not.toBe(second?.sha256)
    for (const value of ['application/json', 'application/zip']) {
      strike('/descarcare', { kind: 'content-type', value })
      expect((await wire.spv.document(first?.id ?? '', cookies, never)).kind).toBe('pdf')
    }
    strike('/descarcare', { kind: 'body', body: '<html>Descarcare</html>', contentType: 'application/pdf' })
    expect((await failureOf(wire.spv.document('1', cookies, never))).reason).toBe('answer-unexpected')
  })

  test('S-04 a withheld document says so in the service’s words; a technical error has its code', async () => {
    const refused = { kind: 'refused', note: 'Nu aveti dreptul sa descarcati acest mesaj' }
    expect(await wire.spv.document('1', cookies, never)).toEqual(refused)
    const [own = ''] = cuis()
    const withheld = desk.authority.mailbox.add({ cif: own, type: 'ANALIZA', isWithheld: true })
    expect(await wire.spv.document(withheld.id, cookies, never)).toEqual(refused)
    // A truncated note is no final answer.
    strike('/descarcare', {
      kind: 'body',
      body: '{"titlu":"Descarcare mesaj 1","eroare":"Nu aveti dreptul sa descarcati acest mes',
    })
    expect((await failureOf(wire.spv.document('1', cookies, never))).reason).toBe('authority-note')
    strike('/descarcare', note('Eroare descarcare mesaj. Cod 18', 'Descarcare mesaj 1'))
    const { reason, params } = await failureOf(wire.spv.document('1', cookies, never))
    expect([reason, params.code]).toEqual(['spv-technical', '18'])
    strike('/descarcare', note('Mesajul este in curs de generare', 'Descarcare mesaj 1'))
    expect((await failureOf(wire.spv.document('1', cookies, never))).reason).toBe('authority-note')
  })

  test.each([
    ['with its length', {}],
    ['whose end only the connection’s end tells', { withoutLength: true }],
  ])('G-07 a whole answer %s is a success without close_notify, and a part of it is not', async (_name, more) => {
    const [first] = desk.authority.expectedMail()
    const get = () => wire.spv.document(first?.id ?? '', cookies, never)
    strike('/descarcare', { kind: 'no-close-notify', ...more })
    const document = await get()
    expect(document.kind === 'pdf' && sha256(Buffer.from(document.bytes))).toBe(first?.sha256)
    expect(asked('/descarcare').map(({ fault }) => fault)).toEqual(['no-close-notify'])

    strike('/descarcare', { kind: 'no-close-notify', bytes: 300, ...more }, { times: 'always' })
    expect((await failureOf(get())).reason).toBe('answer-truncated')
  })

  test('G-07 a whole list without close_notify is a success, and a part of it is asked for again', async () => {
    strike('/listaMesaje', { kind: 'no-close-notify', withoutLength: true })
    expect((await list()).messages).toHaveLength(300)
    for (const more of [{}, { withoutLength: true }]) {
      strike('/listaMesaje', { kind: 'no-close-notify', bytes: 5000, ...more })
      expect((await list()).messages).toHaveLength(300)
    }
    expect(asked('/listaMesaje')).toHaveLength(5)
  })
})

describe('the session in the middle of the work', () => {
  test('G-06 a gateway that stays silent is waited for once, and not again and again', async () => {
    strike('listaMesaje', { kind: 'hang' }, { times: 'always' })
    const { spvUrl } = desk.authority.profile
    const gateway = createGateway(wire.http, new URL(spvUrl).origin)
    const read = { operation: 'listaMesaje', url: `${spvUrl}/listaMesaje?zile=1`, maxBytes: 1000, timeout: 100 }
    const { reason, params } = await failureOf(gateway.read(read, cookies, never))
    const host = new URL(spvUrl).hostname
    expect(describeReason(reason, params, 'ro').what).toBe(`${host} nu răspunde.`)
    expect(describeReason(reason, params, 'en').what).toBe(`${host} does not answer.`)
    expect(asked('listaMesaje')).toHaveLength(1)
  })

  test('G-03 revalidations between and within lists and downloads are followed, and every rewrite is kept', async () => {
    const [first] = desk.authority.expectedMail()
    for (let n = 0; n < 3; n++) {
      desk.authority.spvGateway.revalidateNext()
      expect((await list()).messages).toHaveLength(300)
      desk.authority.spvGateway.revalidateNext()
      expect((await wire.spv.document(first?.id ?? '', cookies, never)).kind).toBe('pdf')
    }
    const paths = asked().map(({ path }) => path.split('/').at(-1))
    expect(paths.slice(0, 3)).toEqual(['listaMesaje', 'my.policy_nonce', 'listaMesaje'])
    expect(asked()).toHaveLength(18)
    expect(cookies.kept).toBe(18)
    const [one, ...rest] = asked()
    let known = one?.setCookies.MRHSession
    for (const { cookies: sent, setCookies } of rest) {
      expect(sent.MRHSession).toBe(known)
      known = setCookies.MRHSession
    }
  })

  test.each(['reset-in-body', 'truncate'] as const)(
    'G-03 an answer that breaks off (%s) has rewritten the cookies all the same: the session lives on',
    async kind => {
      const [first] = desk.authority.expectedMail()
      strike('/descarcare', { kind }, { times: 2 })
      expect((await wire.spv.document(first?.id ?? '', cookies, never)).kind).toBe('pdf')
      expect(asked().map(({ fault, status }) => [fault, status])).toEqual([
        [kind, 200],
        [kind, 200],
        [undefined, 200],
      ])
      expect((await list()).messages).toHaveLength(300)
    },
  )

  test('G-04 a session that ends between downloads is over for the next one, and no request follows', async () => {
    const mails = desk.authority.expectedMail().slice(0, 4)
    desk.authority.spvGateway.expireSessions(2)
    const outcomes = []
    for (const { id } of mails) {
      const outcome = wire.spv.document(id, cookies, never)
      outcomes.push(
        await outcome.then(
          ({ kind }) => kind,
          error => error.reason,
        ),
      )
    }
    expect(outcomes).toEqual(['pdf', 'pdf', 'gateway-session-expired', 'gateway-session-expired'])
    expect(asked().every(({ path }) => path.endsWith('/descarcare'))).toBe(true)
  })

  test.each([
    ['bare /my.policy', { kind: 'redirect', location: '/my.policy' }],
    ['the hang-up', { kind: 'redirect', location: '/vdesk/hangup.php3' }],
    ['a login wall with HTTP 200', { kind: 'page', page: 'login-wall' }],
  ] as const)(
    'G-04 %s in the middle of a list, a download or a request is the end of the session',
    async (_name, effect) => {
      strike('', effect, { times: 'always' })
      const [own = ''] = cuis()
      const work = [
        () => list(),
        () => wire.spv.document('1', cookies, never),
        () => wire.spv.request({ type: 'VECTOR FISCAL', cui: own, params: {} }, cookies, never), // preceded by its list
      ]
      for (const call of work) expect((await failureOf(call())).reason).toBe('gateway-session-expired')
      expect(asked()).toHaveLength(3)
    },
  )
})

describe('G-05 the reach of cookies', () => {
  const elsewhere: [string, (origins: { spv: URL; status: URL }) => string][] = [
    ['another host', ({ status }) => `${status.origin}/my.policy_nonce?nonce=1`],
    ['another host without a scheme', ({ status }) => `//${status.host}/my.policy_nonce?nonce=1`],
    ['a name below its own', ({ spv }) => `https://x.${spv.host}/SPVWS2/rest/listaMesaje`],
    ['another port', ({ spv }) => `https://${spv.hostname}:${Number(spv.port) + 1}/SPVWS2/rest/listaMesaje`],
    ['its own host without TLS', ({ spv }) => `http://${spv.host}/SPVWS2/rest/listaMesaje`],
    ['its own host’s /my.policy without TLS', ({ spv }) => `http://${spv.host}/my.policy`],
    ['a name that only begins like its own', ({ spv }) => `https://${spv.hostname}@${'www-anaf.localhost'}/`],
  ]
  test.each(elsewhere)(
    'G-05 a list, a download and a request that are led to %s are refused, and nothing goes there',
    async (_name, to) => {
      const { authority } = desk
      const location = to({ spv: new URL(authority.profile.spvUrl), status: new URL(authority.origin('status')) })
      strike('', { kind: 'redirect', location }, { times: 'always' })
      const [own = ''] = cuis()
      const before = authority.journal.last
      const failures = [
        await failureOf(list()),
        await failureOf(wire.spv.document('1', cookies, never)),
        await failureOf(wire.spv.request({ type: 'VECTOR FISCAL', cui: own, params: {} }, cookies, never)),
      ]
      expect(failures.map(({ reason }) => reason)).toEqual(Array(3).fill('gateway-redirect'))
      const calls = authority.journal.find({}).filter(({ n }) => n > before)
      expect(calls.map(({ host, path }) => [host, path.split('/').at(-1)])).toEqual([
        [HOST, 'listaMesaje'],
        [HOST, 'descarcare'],
        [HOST, 'listaMesaje'],
      ])
      // That does not end the session itself.
      authority.faults.clear()
      expect((await list()).messages).toHaveLength(300)
    },
  )

  test('G-05 a cookie that an answer sets for other hosts too is sent to none', async () => {
    await list()
    const { hostname } = new URL(desk.authority.profile.spvUrl)
    for (const domain of ['localhost', '.localhost', 'www-anaf.localhost'])
      await cookies.jar.setCookie(`Wide=1; Domain=${domain}; Path=/; Secure`, `https://${hostname}/`, {
        ignoreError: true,
      })
    expect(await cookies.jar.getCookieString(desk.authority.origin('status'))).toBe('')
  })
})
