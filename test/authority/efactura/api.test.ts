import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { type Authority, startAuthority } from '../authority.ts'
import { callApi } from '../call.ts'
import { createWorld } from '../world/world.ts'

const [OWN, OTHER, BIG, EMPTY] = ['14399840', '8000000000', '34878414', '45947811']
const DAY = 86_400_000

let folder: string
let authority: Authority
let access: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-api-'))
  authority = await startAuthority({
    folder,
    limits: { listPerDay: 3, downloadsPerDay: 2, statusPerDay: 2 },
    world: now => {
      const world = createWorld({ now })
      for (const cui of [OWN, OTHER, BIG, EMPTY]) world.addCompany(cui, `Firma ${cui} SRL`)
      for (let n = 0; n < 501; n++)
        world.addInvoice({ seller: BIG, buyer: '21', uploadedAt: now() - 5 * DAY + n * 60_000 })
      return world
    },
  })
  authority.world.enrol('AB12', [OWN, BIG, EMPTY])
  const tokens = await authority.issueTokens({ certificateSerial: 'AB12' })
  access = tokens.access_token
})
afterAll(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

const get = (path: string, query: Readonly<Record<string, string | number>>) => {
  const text = Object.entries(query).map(([name, value]) => [name, String(value)])
  return callApi(authority, access, `/test/FCTEL/rest/${path}?${new URLSearchParams(text)}`)
}
const note = async (path: string, query: Readonly<Record<string, string | number>>) =>
  (await get(path, query)).json.eroare
const paged = (changes: Readonly<Record<string, string | number>> = {}) => {
  const now = authority.clock.now()
  return { startTime: now - 10 * DAY, endTime: now - 1000, cif: BIG, pagina: 1, ...changes }
}

test('a call without a token that works gets 403', async () => {
  expect((await callApi(authority, 'nonsense', '/test/FCTEL/rest/descarcare?id=1')).status).toBe(403)
  const { access_token } = await authority.issueTokens({ certificateSerial: 'AB12' })
  authority.clock.advance(91 * DAY)
  expect((await callApi(authority, access_token, '/test/FCTEL/rest/descarcare?id=1')).status).toBe(403)
  authority.clock.advance(-91 * DAY)
})

test('TestOauth echoes the request with its Authorization header', async () => {
  const { body } = await callApi(authority, access, '/TestOauth/jaxrs/hello?name=Ana')
  expect(body.toString()).toContain(`authorization: Bearer ${access}`)
})

test('the paginated list judges its range by the wordings of the service', async () => {
  const list = 'listaMesajePaginatieFactura'
  const now = authority.clock.now()
  const moment = formatQuotedMoment(now + 60_000)
  expect(await note(list, paged({ endTime: now + 60_000 }))).toMatch(
    new RegExp(
      `^endTime = ${moment} nu poate in viitor fata de momentul requestului = \\d{2}-\\d{2}-\\d{4} [\\d:]{8}$`,
    ),
  )
  expect(await note(list, paged({ startTime: now - 60 * DAY - 1 }))).toBe(
    `startTime = ${formatQuotedMoment(now - 60 * DAY - 1)} nu poate fi mai vechi de 60 de zile fata de momentul requestului`,
  )
  expect(await note(list, paged({ startTime: now - 5000, endTime: now - 9000 }))).toBe(
    `endTime = ${formatQuotedMoment(now - 9000)} nu poate fi <= startTime = ${formatQuotedMoment(now - 5000)}`,
  )
  expect(await note(list, paged({ pagina: 3 }))).toBe(
    'Pagina solicitata 3 este mai mare decat numarul toatal de pagini 2',
  )
  expect(await note(list, paged({ cif: 'aaa' }))).toBe(
    'CIF introdus= aaa nu este un numar sau nu are o valoare acceptata de sistem',
  )
  expect(await note(list, paged({ cif: OTHER }))).toBe(`Nu aveti drept in SPV pentru CIF=${OTHER}`)
  expect(await note(list, paged({ cif: EMPTY }))).toBe('Nu exista mesaje in intervalul selectat')
  const missing = await get(list, { cif: BIG })
  expect([missing.status, missing.json.message]).toEqual([
    400,
    'Parametrii startTime, endTime, cif si pagina sunt obligatorii',
  ])
})

test('pages hold 500, and the index of the page is wrong as seen', async () => {
  const [first, second] = [
    await get('listaMesajePaginatieFactura', paged()),
    await get('listaMesajePaginatieFactura', paged({ pagina: 2 })),
  ]
  expect([first.json.mesaje, second.json.mesaje].map(page => (page as unknown[]).length)).toEqual([500, 1])
  expect(first.json).toMatchObject({
    numar_total_inregistrari: 501,
    numar_total_pagini: 2,
    index_pagina_curenta: 2,
    serial: 'AB12',
    cui: BIG,
  })
})

test('the list by days refuses more than 500 messages and, later in the day, any call', async () => {
  const list = 'listaMesajeFactura'
  expect(await note(list, { zile: 61, cif: BIG })).toBe('Numarul de zile trebuie sa fie intre 1 si 60')
  expect(await note(list, { zile: 1, cif: BIG })).toBe('Nu exista mesaje in ultimele 1 zile')
  expect(await note(list, { zile: 60, cif: BIG })).toContain('Folositi endpoint-ul cu paginatie')
  await get(list, { zile: 2, cif: BIG })
  expect(await note(list, { zile: 2, cif: BIG })).toContain('S-au facut deja 3 interogari')
  expect(await note(list, { zile: 2, cif: EMPTY })).toBe('Nu exista mesaje in ultimele 2 zile')
})

test('an entry appears in the lists when it has been indexed, after its status is ok', async () => {
  const { upload, messages } = authority.world.addInvoice({
    seller: OWN,
    buyer: OWN,
    selfBilled: true,
    processedAt: authority.clock.now() + 60_000,
    indexedAt: authority.clock.now() + 600_000,
  })
  const status = async () => (await get('stareMesaj', { id_incarcare: upload.uploadIndex })).body.toString()
  expect(await status()).toContain('stare="in prelucrare"/>')
  authority.clock.advance(61_000)
  expect(await status()).toContain(`stare="ok" id_descarcare="${messages[0]?.id}"/>`)
  expect(await status()).toContain('Errors errorMessage="S-au facut deja 2 interogari')
  expect(await note('listaMesajeFactura', { zile: 1, cif: OWN })).toBe('Nu exista mesaje in ultimele 1 zile')
  authority.clock.advance(600_000)
  const { mesaje } = (await get('listaMesajeFactura', { zile: 1, cif: OWN })).json
  expect(mesaje).toMatchObject([
    { id_solicitare: upload.uploadIndex, tip: 'FACTURA PRIMITA' },
    { id_solicitare: upload.uploadIndex, tip: 'FACTURA TRIMISA' },
  ])
})

test('a download gives the bytes of the world, ten times a day, and a note once its days are over', async () => {
  const uploadedAt = authority.clock.now() - 59 * DAY
  const { messages } = authority.world.addInvoice({
    seller: OWN,
    buyer: '21',
    uploadedAt,
    indexedAt: uploadedAt + 3 * DAY,
  })
  const id = messages[0]?.id ?? ''
  const zip = await get('descarcare', { id })
  expect(zip.headers['content-type']).toBe('application/zip')
  expect(zip.body.equals(authority.zipOf(id))).toBe(true)
  await get('descarcare', { id })
  expect(await note('descarcare', { id })).toContain('S-au facut deja 2 descarcari')
  authority.clock.advance(2 * DAY)
  expect(await note('descarcare', { id })).toContain('nu mai poate fi descărcat')
  expect(await note('descarcare', { id: '21' })).toBe('Pentru id=21 nu exista inregistrata nici o factura')
  expect(await note('descarcare', { id: '123a' })).toBe('Id descarcare introdus= 123a nu este un numar intreg')
  const stillListed = (await get('listaMesajeFactura', { zile: 60, cif: OWN })).json.mesaje as { id: string }[]
  expect(stillListed.map(message => message.id)).toContain(id)
})

test('the two environments have nothing in common', async () => {
  const { messages } = authority.world.addInvoice({ seller: OWN, buyer: '21', environment: 'prod' })
  const id = messages[0]?.id ?? ''
  expect(await note('descarcare', { id })).toContain('nu exista inregistrata')
  const { headers } = await callApi(authority, access, `/prod/FCTEL/rest/descarcare?id=${id}`)
  expect(headers['content-type']).toBe('application/zip')
})
