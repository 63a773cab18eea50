import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { daysBefore } from '../../../shared/domain/romania-time.ts'
import type { AuthorityOptions } from '../../authority/authority.ts'
import { createWorld, type NewDocument, type World } from '../../authority/world/world.ts'
import { type Desk, failureOf, never, openDesk, shiftedClock, type Wire } from '../support/wire.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const CUI = '14399840'
const PARTNER = '1590082'
const PAGED = 'listaMesajePaginatieFactura'
const BY_DAYS = 'listaMesajeFactura'

let desk: Desk
afterEach(() => desk.close())

/** One company with `count` sent invoices, an hour apart from each other up to an hour ago. */
function company(count: number) {
  return (now: () => number): World => {
    const world = createWorld({ now })
    world.addCompany(CUI, 'Firma SRL')
    const step = Math.min(HOUR, Math.floor((50 * DAY) / Math.max(1, count)))
    for (let n = 0; n < count; n++) addInvoice(world, { uploadedAt: now() - HOUR - n * step })
    return world
  }
}

function addInvoice(world: World, document: Partial<NewDocument> = {}) {
  return world.addInvoice({ seller: CUI, buyer: PARTNER, ...document })
}

/** A desk with a signed-in process. */
async function open(options: Omit<AuthorityOptions, 'folder'>, clockAhead = 0): Promise<Wire> {
  desk = await openDesk(options)
  const wire = await desk.wire({ clock: shiftedClock(() => clockAhead) })
  await desk.signIn(wire)
  return wire
}

const ids = (messages: readonly ListedMessage[]) => messages.map(({ id }) => id).sort()
const worldIds = () => [...desk.authority.world.messages.keys()].sort()
const asked = (path: string) => desk.authority.journal.find({ path })

describe('the list by days', () => {
  test('E-10 zile goes from 1 to 60 and filtru is E, T, P or R', async () => {
    const { eInvoicing } = await open({ world: company(3) })
    for (const days of [1, 60]) {
      const { messages } = await eInvoicing.listByDays({ cui: CUI, days }, never)
      expect(ids(messages)).toEqual(worldIds())
    }
    for (const filter of ['E', 'T', 'P', 'R'] as const)
      await eInvoicing.listByDays({ cui: CUI, days: 9, filter }, never)
    const queries = asked(BY_DAYS).map(({ query }) => query)
    expect(queries.slice(0, 2)).toEqual([
      { zile: '1', cif: CUI },
      { zile: '60', cif: CUI },
    ])
    expect(queries.slice(2).map(({ filtru }) => filtru)).toEqual(['E', 'T', 'P', 'R'])
    for (const days of [0, 61, 1.5, Number.NaN])
      expect((await failureOf(eInvoicing.listByDays({ cui: CUI, days }, never))).reason).toBe('argument-invalid')
    expect(asked(BY_DAYS)).toHaveLength(6)
  })

  test('E-10 more than 500 messages switch to the paginated list', async () => {
    const { eInvoicing } = await open({ world: company(501) })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 60, filter: 'T' }, never)
    expect(ids(messages)).toEqual(worldIds())
    expect(asked(BY_DAYS)).toHaveLength(1)
    expect(asked(PAGED).every(({ query }) => query.filtru === 'T')).toBe(true)
    expect(asked(PAGED).map(({ query }) => query.pagina)).toEqual(expect.arrayContaining(['1', '2']))
  })

  test('E-12 the no-results wordings of both lists give an empty list', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    expect((await eInvoicing.listByDays({ cui: CUI, days: 15 }, never)).messages).toEqual([])
    expect((await eInvoicing.listWindow({ cui: CUI }, never)).messages).toEqual([])
    expect(desk.authority.journal.entries.map(({ status }) => status)).toEqual([200, 200])
  })

  test('E-12 every other note is an error with its text', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const notes = [
      'CIF introdus= aaa nu este un numar',
      'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R',
      'Nu exista mesaje pentru care sa aveti acces',
      'O eroare nemaivăzută',
    ]
    for (const note of notes) {
      const body = JSON.stringify({ eroare: note, titlu: 'Lista Mesaje' })
      desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body, contentType: 'text/plain' } })
      const error = await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))
      expect(error).toMatchObject({ reason: 'authority-note', params: { note } })
      expect(error.message).toContain(note)
    }
  })

  test('E-32 a company without rights is named', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const error = await failureOf(eInvoicing.listByDays({ cui: '1234', days: 1 }, never))
    expect(error).toMatchObject({ reason: 'no-rights-for-company', code: 'no-rights', params: { cui: '1234' } })
    expect(error.message).toContain('"Nu aveti drept in SPV pentru CIF=1234"')
    expect((await eInvoicing.refusalOf('1234', never))?.message).toBe(error.message)
    expect(await eInvoicing.refusalOf(CUI, never)).toBeUndefined()
    expect((await failureOf(eInvoicing.listWindow({ cui: '1234' }, never))).reason).toBe('no-rights-for-company')
  })

  test('E-32 a certificate without any right is told as such, in the authority’s own words', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const note = 'Nu exista niciun CIF pentru care sa aveti drept in SPV'
    const body = JSON.stringify({ eroare: note, titlu: 'Lista Mesaje' })
    desk.authority.faults.add({ match: { path: /listaMesaje/ }, times: 'always', effect: { kind: 'body', body } })
    for (const work of [
      () => eInvoicing.listByDays({ cui: CUI, days: 1 }, never),
      () => eInvoicing.listWindow({ cui: CUI }, never),
      () => eInvoicing.refusalOf(CUI, never).then(error => Promise.reject(error)),
    ]) {
      const error = await failureOf(work())
      expect(error).toMatchObject({ reason: 'certificate-without-rights', code: 'no-rights', side: 'certificate' })
      expect(error.message).toContain(note)
      expect(error.message).not.toContain(CUI)
    }
  })

  test('E-32 a service that refuses a fresh token is named, with what it says', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const refused = { kind: 'status', status: 403 } as const
    desk.authority.faults.add({ match: { path: BY_DAYS }, times: 'always', effect: refused })
    const error = await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))
    expect(error).toMatchObject({ reason: 'no-right-for-service', params: { operation: BY_DAYS } })
    const said = '{"eroare":"Serviciul nu este activat pentru aceasta aplicatie","titlu":"x"}'
    desk.authority.faults.clear()
    desk.authority.faults.add({ match: { path: BY_DAYS }, times: 'always', effect: { ...refused, body: said } })
    expect((await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))).message).toContain(
      '"Serviciul nu este activat pentru aceasta aplicatie"',
    )
  })
})

describe('entries', () => {
  test('E-15 an unknown type is kept as it is', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const type = 'NOTIFICARE  Nouă (2027)'
    const { messages } = addInvoice(desk.authority.world, { type, details: 'Ceva', uploadedAt: Date.now() - HOUR })
    const listed = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(listed.messages).toMatchObject([{ id: messages[0]?.id, type, kind: 'other', sellerCui: null }])
    expect((await eInvoicing.download(messages[0]?.id ?? '', never)).kind).toBe('zip')
  })

  test('E-16 seller and buyer come from the three wordings', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { world } = desk.authority
    const uploadedAt = Date.now() - HOUR
    const plain = addInvoice(world, { uploadedAt })
    const selfBilled = addInvoice(world, { seller: PARTNER, buyer: CUI, selfBilled: true, uploadedAt })
    const refused = addInvoice(world, { outcome: 'nok', uploadedAt })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    const of = (uploadIndex: string) => messages.find(message => message.uploadIndex === uploadIndex)
    expect(of(plain.upload.uploadIndex)).toMatchObject({
      kind: 'sent',
      sellerCui: CUI,
      buyerCui: PARTNER,
      selfBilled: false,
    })
    expect(of(selfBilled.upload.uploadIndex)).toMatchObject({
      kind: 'received',
      sellerCui: PARTNER,
      buyerCui: CUI,
      selfBilled: true,
    })
    expect(of(refused.upload.uploadIndex)).toMatchObject({ kind: 'errors', sellerCui: null, buyerCui: null })
  })

  test('E-16 fields of the wire win over the wording, and numbers do for texts', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const entry = {
      id: 3_001_503_294,
      id_solicitare: 5_001_131_297,
      data_creare: 202_211_011_336,
      cif: 8_000_000_000,
      detalii: 'Factura cu id_incarcare=5001131297 emisa de cif_emitent=8000000000 pentru cif_beneficiar=3',
      tip: ' factura trimisa ',
      cif_emitent: 'RO14399840',
    }
    const body = `\uFEFF${JSON.stringify({ mesaje: [entry], serial: '1234AA456', cui: '8000000000' })}`
    desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body, contentType: 'text/html' } })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages).toEqual([
      {
        id: '3001503294',
        uploadIndex: '5001131297',
        cui: '8000000000',
        kind: 'sent',
        type: ' factura trimisa ',
        createdAt: Date.parse('2022-11-01T11:36:00Z'),
        details: entry.detalii,
        sellerCui: '14399840',
        buyerCui: '3',
        selfBilled: false,
      },
    ])
  })

  test('an entry’s company is the one that it names, however it is written, and the one asked for where it names none', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const entry = { id_solicitare: '5', data_creare: '202211011336', tip: 'FACTURA NOUA' }
    const written = [CUI, Number(CUI), `RO${CUI}`, ` RO ${CUI} `, `00${CUI}`, null, '', ' ', undefined, '8000000000']
    const mesaje: object[] = written.map((cif, n) => ({ ...entry, cif, id: `${n + 1}` }))
    mesaje.push({ ...entry, id: '90', cif: 'A1' }, { ...entry, id: '91', cif: {} }, { ...entry, id: '92', cif: 7 })
    mesaje.push({ ...entry, id: 93, cif: CUI, tip: 17, detalii: { x: 1 }, cif_emitent: {} })
    const body = JSON.stringify({ mesaje, serial: '1', cui: CUI })
    desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body } })
    const { messages, unread } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages.map(({ id, cui }) => [id, cui])).toEqual([
      ...written.map((cif, n) => [`${n + 1}`, cif === '8000000000' ? cif : CUI]),
      ['93', CUI],
    ])
    expect(messages.at(-1)).toMatchObject({ type: '17', kind: 'other', details: '' })
    expect(unread?.params).toMatchObject({ count: 3, problem: expect.stringMatching(/^mesaje\.10\.cif: /) })
  })

  test('E-17 the two entries of a self-billed filing are both listed under one upload index', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { upload } = addInvoice(desk.authority.world, { buyer: CUI, selfBilled: true, uploadedAt: Date.now() - HOUR })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages.map(({ kind }) => kind).sort()).toEqual(['received', 'sent'])
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2)
    for (const message of messages) expect(message).toMatchObject({ uploadIndex: upload.uploadIndex, selfBilled: true })
  })

  test('E-17 a company that invoices itself in the plain wording has two entries of one document too', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { upload } = addInvoice(desk.authority.world, { buyer: CUI, uploadedAt: Date.now() - HOUR })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    expect(messages.map(({ kind }) => kind).sort()).toEqual(['received', 'sent'])
    for (const message of messages) {
      expect(message.details).not.toContain('autofactura')
      expect(message).toMatchObject({
        uploadIndex: upload.uploadIndex,
        sellerCui: CUI,
        buyerCui: CUI,
        selfBilled: true,
      })
    }
  })

  test('a list that is not as documented is kept and named', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const bodies = ['{"mesaje":{"id":"x"}}', '{"lista":[]}', '{"mesaje":[]}}', '<html>ceva</html>', '', 'text']
    for (const body of bodies) {
      desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body } })
      const error = await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))
      expect(error).toMatchObject({ reason: 'answer-unexpected', params: { operation: BY_DAYS } })
    }
  })
})

describe('an entry that cannot be read', () => {
  const strange = { id: 'x', id_solicitare: '1', data_creare: '202211011336', tip: 'FACTURA NOUA' }
  const good = { ...strange, id: '7', cif: CUI }

  test('keeps no other back, and is told with the answer kept once', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const body = JSON.stringify({ mesaje: [strange, good, null] })
    desk.authority.faults.add({ match: { path: BY_DAYS }, times: 2, effect: { kind: 'body', body } })
    const read = () => eInvoicing.listByDays({ cui: CUI, days: 1 }, never)
    const { messages, unread } = await read()
    expect(ids(messages)).toEqual(['7'])
    expect(unread).toMatchObject({ reason: 'entries-unread', params: { cui: CUI, count: 2 } })
    expect(unread?.params.problem).toMatch(/^mesaje\.0\.id: /)
    const kept = String(unread?.params.kept)
    expect(await readFile(kept, 'utf8')).toBe(body)
    expect((await read()).unread?.params.kept).toBe(kept)
    expect((await read()).unread).toBeUndefined()
  })

  test('on a page is counted once over all passes, and does not end the pages', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const page = (entries: object[]) =>
      JSON.stringify({ mesaje: entries, numar_total_inregistrari_per_pagina: 1, numar_total_pagini: 2 })
    desk.authority.faults.add({
      match: { path: PAGED, query: { pagina: '1' } },
      times: 'always',
      effect: { kind: 'body', body: page([strange]) },
    })
    desk.authority.faults.add({
      match: { path: PAGED, query: { pagina: '2' } },
      times: 'always',
      effect: { kind: 'body', body: page([good]) },
    })
    const { messages, unread } = await eInvoicing.listWindow({ cui: CUI }, never)
    expect(ids(messages)).toEqual(['7'])
    expect(unread?.params.count).toBe(1)
  })
})

describe('pages', () => {
  for (const listOrder of ['newest-first', 'oldest-first'] as const) {
    test('E-11 all pages are read though index_pagina_curenta lies', async () => {
      const { eInvoicing } = await open({ world: company(1203), habits: { listOrder, wrongPageIndex: true } })
      const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI }, never)
      expect(ids(messages)).toEqual(worldIds())
      expect(completeUntil).toBeGreaterThan(Date.now() - 60_000)
      expect(new Set(asked(PAGED).map(({ query }) => query.pagina))).toEqual(new Set(['1', '2', '3']))
    })

    test('E-11 messages that come and go between pages lose and double nothing', async () => {
      const { eInvoicing } = await open({ world: company(1203), habits: { listOrder } })
      const { world, faults } = desk.authority
      const inOrder = world.messagesOf(CUI, 'test').map(({ id }) => id)
      const [first = '', second = '', third = ''] = listOrder === 'newest-first' ? inOrder.toReversed() : inOrder
      const late = (age: number): NewDocument => ({ seller: CUI, buyer: PARTNER, uploadedAt: Date.now() - age })
      const shifts = [
        { remove: [first] },
        // One comes and one goes: the total stays as it was, and yet the pages have shifted.
        { add: [late(50.5 * DAY)], remove: [second] },
        { add: [late(2 * HOUR), late(30 * DAY)] },
        { remove: [third] },
      ]
      for (const [index, shift] of shifts.entries())
        faults.add({ match: { path: PAGED }, nth: index + 1, effect: { kind: 'then', ...shift } })
      const { messages } = await eInvoicing.listWindow({ cui: CUI }, never)
      const listed = ids(messages)
      expect(new Set(listed).size).toBe(listed.length)
      expect(listed).toEqual(expect.arrayContaining(worldIds()))
    })
  }

  test('E-11 a list that never comes to rest is said to be complete up to its start only', async () => {
    const { eInvoicing } = await open({ world: company(600) })
    const { faults } = desk.authority
    const add: NewDocument[] = [{ seller: CUI, buyer: PARTNER, uploadedAt: Date.now() - DAY }]
    faults.add({ match: { path: PAGED }, times: 'always', effect: { kind: 'then', add } })
    const from = Date.now() - 55 * DAY
    const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI, from }, never)
    expect(completeUntil).toBe(from)
    expect(messages.length).toBeGreaterThan(600)
    expect(asked(PAGED).length).toBeLessThan(20)
  })

  test('E-11 a page beyond the last ends the list', async () => {
    const { eInvoicing } = await open({ world: company(600) })
    const remove = desk.authority.world.messagesOf(CUI, 'test').map(({ id }) => id)
    desk.authority.faults.add({ match: { path: PAGED }, effect: { kind: 'then', remove: remove.slice(0, 150) } })
    const { messages } = await eInvoicing.listWindow({ cui: CUI }, never)
    expect(ids(messages)).toEqual(expect.arrayContaining(worldIds()))
    expect(asked(PAGED).map(({ status }) => status)).toContain(200)
  })

  test('E-11 a page that has room left is read with one request, and after a full one the next is looked for', async () => {
    for (const [count, requests] of [
      [0, 1],
      [499, 1],
      [500, 2],
      [1000, 6],
    ] as const) {
      const { eInvoicing } = await open({ world: company(count) })
      const from = Date.now() - 59 * DAY
      const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI, from }, never)
      expect(messages).toHaveLength(count)
      expect(completeUntil).toBeGreaterThan(from)
      expect(asked(PAGED)).toHaveLength(requests)
      if (count < 1000) await desk.close()
    }
  })

  test('E-11 a full page that says it is the only one does not hide those behind it', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const entry = (n: number) => ({
      id: `${n}`,
      id_solicitare: `${n}`,
      data_creare: '202211011336',
      cif: CUI,
      tip: 'X',
    })
    const told = { numar_total_inregistrari_per_pagina: 500, numar_total_inregistrari: 500, numar_total_pagini: 1 }
    for (const [pagina, from, size] of [
      ['1', 1000, 500],
      ['2', 2000, 3],
    ] as const) {
      const mesaje = Array.from({ length: size }, (_, n) => entry(from + n))
      const effect = { kind: 'body', body: JSON.stringify({ ...told, mesaje, index_pagina_curenta: 1 }) } as const
      desk.authority.faults.add({ match: { path: PAGED, query: { pagina } }, times: 'always', effect })
    }
    const { messages, completeUntil } = await eInvoicing.listWindow({ cui: CUI, from: Date.now() - DAY }, never)
    expect(messages).toHaveLength(503)
    expect(completeUntil).toBeGreaterThan(Date.now() - HOUR)
  })
})

describe('the window', () => {
  const rejections = () =>
    asked(PAGED).filter(({ query, authorityTime }) => {
      const [start, end] = [Number(query.startTime), Number(query.endTime)]
      return end > authorityTime || start < daysBefore(authorityTime, 60)
    })

  test('E-13 the whole window touches neither end', async () => {
    const { eInvoicing } = await open({ world: company(5) })
    await eInvoicing.listWindow({ cui: CUI }, never)
    await eInvoicing.listWindow({ cui: CUI, from: Date.now() - 60 * DAY, until: Date.now() + HOUR }, never)
    await eInvoicing.listWindow({ cui: CUI, from: 0 }, never)
    expect(rejections()).toEqual([])
    expect(asked(PAGED)).toHaveLength(3)
    for (const { query } of asked(PAGED)) {
      expect(Number(query.startTime)).toBeLessThan(Date.now() - 60 * DAY + 5 * 60_000)
      expect(Number(query.endTime)).toBeGreaterThan(Date.now() - 60_000)
    }
  })

  for (const [season, day] of [
    ['spring', '2026-04-20'],
    ['summer', '2026-07-20'],
    ['autumn', '2026-11-20'],
  ] as const) {
    test(`E-13 60 days back in ${season}, whichever way the clocks changed in between, are within both limits`, async () => {
      const offset = Date.parse(`${day}T09:00:00Z`) - Date.now()
      const { eInvoicing } = await open({ world: company(5), clockOffsetMs: offset }, offset)
      expect((await eInvoicing.listWindow({ cui: CUI, from: 0 }, never)).messages).toHaveLength(5)
      expect(rejections()).toEqual([])
      expect(asked(PAGED)).toHaveLength(1)
    })
  }

  for (const quoteRequestMoment of [true, false]) {
    for (const skew of [-3 * HOUR, -40_000, 1_000, 3 * HOUR, 40 * DAY]) {
      test('E-13 a clock that is off never makes a window touch a limit, and costs one request', async () => {
        const { eInvoicing } = await open({ world: company(5), habits: { quoteRequestMoment } }, skew)
        const lists = Array.from({ length: 4 }, () => eInvoicing.listWindow({ cui: CUI }, never))
        for (const { messages, completeUntil } of await Promise.all(lists)) {
          expect(messages).toHaveLength(5)
          expect(completeUntil).toBeLessThanOrEqual(Date.now())
        }
        expect(rejections()).toEqual([])
        expect(asked('/hello')).toHaveLength(1)
      })

      test('E-13 a clock that the service sets meanwhile is corrected once, by the quoted moment or the Date header', async () => {
        const { eInvoicing } = await open({ world: company(5), habits: { quoteRequestMoment } })
        await eInvoicing.listWindow({ cui: CUI }, never)
        desk.authority.clock.advance(-skew)
        await eInvoicing.listWindow({ cui: CUI }, never)
        const before = rejections().length
        expect(before).toBeLessThanOrEqual(1)
        await eInvoicing.listWindow({ cui: CUI }, never)
        expect(rejections()).toHaveLength(before)
      })
    }
  }

  test('E-13 what the service quotes is read as Romania time and corrects a wrong Date header', async () => {
    const { eInvoicing } = await open({ world: company(5) })
    const body = JSON.stringify({
      eroare: 'endTime = 02-07-2026 11:49:24 nu poate in viitor fata de momentul requestului = 01-07-2026 12:00:00',
      titlu: 'Lista Mesaje',
    })
    desk.authority.faults.add({ match: { path: PAGED }, effect: { kind: 'body', body } })
    desk.authority.faults.add({ match: { path: PAGED }, effect: { kind: 'body', body } })
    const error = await failureOf(eInvoicing.listWindow({ cui: CUI }, never))
    expect(error.reason).toBe('authority-note')
    expect(asked(PAGED)).toHaveLength(2)
    const corrected = Number(asked(PAGED)[1]?.query.endTime)
    const quoted = Date.parse('2026-07-01T09:00:00Z')
    expect(corrected).toBeLessThanOrEqual(quoted)
    expect(corrected).toBeGreaterThan(quoted - 60_000)
  })

  test('E-14 an end before the start is refused before any request', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const before = desk.authority.journal.last
    const now = Date.now()
    for (const until of [now - DAY, now - 2 * DAY]) {
      const error = await failureOf(eInvoicing.listWindow({ cui: CUI, from: now - DAY, until }, never))
      expect(error.reason).toBe('window-inverted')
    }
    expect(desk.authority.journal.last).toBe(before)
  })

  test('E-13 a window of which nothing is left is empty without a request', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const now = Date.now()
    const before = desk.authority.journal.last
    const old = await eInvoicing.listWindow({ cui: CUI, from: now - 90 * DAY, until: now - 70 * DAY }, never)
    expect(old.messages).toEqual([])
    expect((await eInvoicing.listWindow({ cui: CUI, from: now + DAY }, never)).messages).toEqual([])
    expect(desk.authority.journal.last).toBe(before)
  })
})

describe('stareMesaj', () => {
  test('E-07 the four states are read, ok and nok with the id to download', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { world } = desk.authority
    const uploadedAt = Date.now() - HOUR
    const ok = addInvoice(world, { uploadedAt })
    const nok = addInvoice(world, { uploadedAt, outcome: 'nok' })
    const rejected = addInvoice(world, { uploadedAt, outcome: 'rejected' })
    const waiting = addInvoice(world, { processedAt: Date.now() + HOUR })
    const status = (filed: typeof ok) => eInvoicing.status(filed.upload.uploadIndex, never)
    expect(await status(ok)).toEqual({ kind: 'ok', downloadId: ok.messages[0]?.id })
    expect(await status(nok)).toEqual({ kind: 'nok', downloadId: nok.messages[0]?.id })
    expect(await status(rejected)).toEqual({ kind: 'not-taken' })
    expect(await status(waiting)).toEqual({ kind: 'processing' })
  })

  test('E-08 errors without a state are about the query', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    expect(await eInvoicing.status('15000', never)).toEqual({
      kind: 'query-error',
      messages: ['Nu exista factura cu id_incarcare= 15000'],
    })
  })
})
