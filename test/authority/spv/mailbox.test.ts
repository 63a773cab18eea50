import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Authority, startAuthority } from '../authority.ts'
import { call, visit } from '../call.ts'
import { sha256 } from '../journal.ts'
import { seedWorld } from '../world/seed.ts'
import { createMailbox } from './mailbox.ts'
import { REQUEST_RULES } from './request-rules.ts'
import { seedMail } from './seed.ts'

const DAY = 86_400_000
let folder: string
let authority: Authority

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-mailbox-'))
  authority = await startAuthority({
    folder,
    world: now => seedWorld({ now, companies: 12, invoicesPerCompany: 0 }),
    mail: seedMail({ messages: 300 }),
  })
})
afterEach(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

type Envelope = { mesaje?: Record<string, string | null>[]; eroare?: string } & Record<string, unknown>

/** A signed-in person, who asks with the cookies alone. */
async function signIn(options: { rights?: readonly string[]; hasOwnMailbox?: boolean } = {}) {
  const person = await authority.enrolPerson({ commonName: 'Ioana Contabilă', ...options })
  const { spvUrl } = authority.profile
  const { cookies } = await visit(authority, `${spvUrl}/listaMesaje?zile=60`, person)
  const jar = new Map(cookies)
  const ask = async (path: string) => {
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await call(authority, `${spvUrl}/${path}`, { headers: { Cookie } })
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return answer
  }
  const askJson = async (path: string): Promise<Envelope> => JSON.parse((await ask(path)).body.toString())
  return { person, ask, askJson }
}

const cuis = () => [...authority.world.companies.keys()]

test('300 messages of 12 companies are listed newest first, with the holder’s identity and all kinds of types', async () => {
  const { person, askJson } = await signIn()
  const { mesaje = [], ...identity } = await askJson('listaMesaje?zile=60')
  expect(mesaje).toHaveLength(300)
  expect(new Set(mesaje.map(({ cif }) => cif)).size).toBe(12)
  expect(identity).toEqual({
    titlu: 'Lista Mesaje disponibile din ultimele 60 zile',
    cnp: person.cnp,
    serial: person.serialNumber,
    cui: cuis().join(','),
  })
  const types = new Set(mesaje.map(({ tip }) => tip))
  for (const type of ['RECIPISA', 'RECIPISA ', 'PLATA', 'DECLARATIE', 'RASPUNS SOLICITARE ', 'MESAJ TIP NOU'])
    expect(types).toContain(type)
  const moments = mesaje.map(({ data_creare }) => data_creare ?? '')
  expect(moments.filter(text => /^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2}$/.test(text)).length).toBeGreaterThan(200)
  expect(moments.filter(text => /^\d{2}\.\d{2}\.\d{4}$/.test(text)).length).toBeGreaterThan(10)
  expect(mesaje.find(({ tip }) => tip === 'RECIPISA')?.detalii).toMatch(
    /^recipisa pentru CIF \d+, tip D\d{3}, numar_inregistrare INTERNT-\d{9}-\d{4}\/\d{2}-\d{2}-\d{4}, perioada raportare \d{2}\.\d{4}$/,
  )
  const ids = mesaje.map(({ id }) => id)
  expect(new Set(ids)).toEqual(new Set(authority.expectedMail().map(({ id }) => id)))
})

test('the window, the filter by CIF and its rights', async () => {
  const [own = '', other = ''] = cuis()
  const { askJson } = await signIn({ rights: [own] })
  const { mesaje = [], cui } = await askJson('listaMesaje?zile=60')
  expect(new Set(mesaje.map(({ cif }) => cif))).toEqual(new Set([own]))
  expect(cui).toBe(Number(own))
  authority.mailbox.habits.loneCuiAsNumber = false
  expect((await askJson(`listaMesaje?zile=60&cif=${own}`)).cui).toBe(own)
  expect((await askJson('listaMesaje?zile=2')).mesaje?.length).toBeLessThan(mesaje.length)
  expect(await askJson(`listaMesaje?zile=60&cif=${other}`)).toEqual({
    eroare: `Nu veti drept sa solictati informatii despre CIF=${other}`,
    titlu: 'Lista Mesaje',
  })
  expect((await askJson('listaMesaje?zile=60&cif=RO1')).eroare).toBe('CUI-ul introdus= RO1 nu este corect.')
  authority.clock.advance(9 * 60_000)
  expect(await askJson('listaMesaje?zile=0')).toEqual({
    eroare: 'Nu exista mesaje in ultimele 0 zile',
    titlu: 'Lista Mesaje',
  })
})

test('a certificate without any right is told so, and one with an own mailbox lists its CNP', async () => {
  const nobody = await signIn({ rights: [] })
  expect((await nobody.askJson('listaMesaje?zile=60')).eroare).toBe(
    `Nu veti drept sa solictati informatii despre CIF=${nobody.person.cnp}`,
  )
  const person = await signIn({ rights: [], hasOwnMailbox: true })
  authority.mailbox.add({ cif: person.person.cnp, type: 'ADEVERINTA VENIT' })
  const { mesaje } = await person.askJson('listaMesaje?zile=1')
  expect(mesaje).toMatchObject([{ cif: person.person.cnp, tip: 'ADEVERINTA VENIT' }])
})

test('documents are PDFs that differ, the same bytes each time, under a header that says otherwise', async () => {
  const [own = '', other = ''] = cuis()
  const { ask } = await signIn({ rights: [own] })
  const mine = authority.expectedMail().filter(({ cif }) => cif === own)
  for (const { id, sha256: wanted } of mine.slice(0, 3)) {
    const { body, headers } = await ask(`descarcare?id=${id}`)
    expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(sha256(body)).toBe(wanted)
    expect(headers['content-type']).toContain('text/html')
  }
  expect(new Set(mine.map(({ sha256: hash }) => hash)).size).toBe(mine.length)
  const foreign = authority.expectedMail().find(({ cif }) => cif === other)
  const withheld = authority.mailbox.add({ cif: own, type: 'ANALIZA DE RISC', isWithheld: true })
  for (const id of [foreign?.id, withheld.id, '1', '']) {
    const { body, headers } = await ask(`descarcare?id=${id}`)
    expect(JSON.parse(body.toString())).toEqual({
      titlu: `Descarcare mesaj ${id}`,
      eroare: 'Nu aveti dreptul sa descarcati acest mesaj',
    })
    expect(headers['content-type']).toBe('application/pdf')
  }
})

test('a request is taken once for each time that it comes, and its message is listed after the delay', async () => {
  const [own = ''] = cuis()
  const { askJson, person } = await signIn()
  authority.mailbox.habits.deliveryMs = 60_000
  const path = `cerere?tip=VECTOR%20FISCAL&cui=${own}`
  const taken = await askJson(path)
  expect(taken).toEqual({
    id_solicitare: expect.any(Number),
    parametri: `cui=${own}`,
    serial: person.serialNumber,
    cnp: person.cnp,
    titlu: 'S-a transmis cererea de tip VECTOR FISCAL',
  })
  const answer = async () =>
    (await askJson(`listaMesaje?zile=60&cif=${own}`)).mesaje?.filter(
      ({ id_solicitare }) => id_solicitare === String(taken.id_solicitare),
    )
  expect(await answer()).toEqual([])
  authority.clock.advance(60_000)
  expect(await answer()).toMatchObject([{ tip: 'RASPUNS SOLICITARE ', cif: own }])
  await askJson(path)
  expect(authority.mailbox.requests).toHaveLength(2)
})

test('every type of the service is taken with its parameters, and objected to in words without them', async () => {
  const [own = ''] = cuis()
  const { askJson } = await signIn()
  const values: Record<string, string> = {
    cui: own,
    an: '2025',
    luna: '6',
    motiv: 'Scoala',
    numar_inregistrare: 'INTERNT-1-2025',
    lunai: '1',
    lunas: '3',
  }
  for (const { tip, needs } of REQUEST_RULES) {
    const query = needs.map(name => `${name}=${encodeURIComponent(values[name] ?? '')}`)
    const typed = `cerere?tip=${encodeURIComponent(tip)}`
    expect(await askJson(`${typed}&${query.join('&')}`), tip).toHaveProperty('id_solicitare')
    expect((await askJson(typed)).eroare, tip).toMatch(/^Pentru tip raport= .* parametri .*cui.* sunt obligatorii$/)
  }
  expect(authority.mailbox.requests).toHaveLength(REQUEST_RULES.length)
  const refusals = [
    ['cerere?tip=CAF&cui=1', 'Tip raport= CAF inca nu poate fi solicitat prin WS'],
    ['cerere?tip=D205&cui=1', 'Pentru tip raport= D205 parametri cui si an sunt obligatorii'],
    ['cerere?tip=VECTOR%20FISCAL&cui=123', 'CUI-ul introdus= 123 nu este corect.'],
    ['cerere?tip=VECTOR%20FISCAL&cui=14399840', 'Nu veti drept sa solictati informatii despre CIF=14399840'],
    [`cerere?tip=D208&cui=${own}&an=2025&luna=5`, 'Pentru tip raport= D208 luna poate fi 6 sau 12'],
    [`cerere?tip=Adeverinte%20Venit&cui=${own}&an=2025&motiv=scoala`, 'Motivul introdus= scoala nu este corect.'],
    [
      `cerere?tip=NeconcordanteD394&cui=${own}&an=2025&lunai=4&lunas=3`,
      'Luna de inceput este mai mare decat luna de sfarsit',
    ],
  ] as const
  for (const [path, eroare] of refusals) expect((await askJson(path)).eroare).toBe(eroare)
  authority.mailbox.breakDown(107)
  expect((await askJson(`cerere?tip=VECTOR%20FISCAL&cui=${own}`)).eroare).toBe('Eroare transmitere cerere. Cod 107')
  expect(authority.mailbox.requests).toHaveLength(REQUEST_RULES.length)
})

test('sessions end at once or after so many requests', async () => {
  const { ask } = await signIn()
  authority.spvGateway.expireSessions(2)
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await ask('listaMesaje?zile=1')).status)
  expect(statuses).toEqual([200, 200, 302])
  const again = await signIn()
  authority.spvGateway.expireSessions()
  expect((await again.ask('listaMesaje?zile=1')).headers.location).toBe('/my.policy')
})

test('the control door has the mailbox: messages, requests, habits, breakdowns, sessions', async () => {
  const [own = ''] = cuis()
  const { askJson, ask } = await signIn()
  const control = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return JSON.parse(
      (await call(authority, `${authority.origin('control')}${path}`, { method, ...sent })).body.toString(),
    )
  }
  const { id } = await control('POST', '/mailbox/messages', { cif: own, type: 'DECIZIE' })
  const listed = await control('GET', '/mailbox')
  expect(listed).toHaveLength(301)
  expect(listed.at(-1)).toMatchObject({ id, cif: own, type: 'DECIZIE' })
  await control('POST', '/mailbox/habits', { deliveryMs: 0 })
  await control('POST', '/mailbox/breakdown', { code: 12 })
  const path = `cerere?tip=Obligatii%20de%20plata&cui=${own}`
  expect((await askJson(path)).eroare).toContain('Cod 12')
  await askJson(path)
  expect(await control('GET', '/mailbox/requests')).toMatchObject([{ type: 'Obligatii de plata', cui: own }])
  await control('POST', '/gateway/revalidate')
  expect((await ask('listaMesaje?zile=1')).headers.location).toMatch(/nonce/)
  await control('POST', '/gateway/expire', {})
  expect((await ask('listaMesaje?zile=1')).headers.location).toBe('/my.policy')
})

test('the same seed gives the same mailbox', () => {
  const now = Date.now() - DAY
  const filled = () => {
    const clock = { now: () => now, advance: () => undefined, set: () => undefined }
    const mailbox = createMailbox(clock)
    seedMail({ messages: 40 })(mailbox, seedWorld({ now: clock.now, companies: 3, invoicesPerCompany: 0 }), now)
    return [...mailbox.messages.values()]
  }
  expect(filled()).toHaveLength(40)
  expect(filled()).toEqual(filled())
})
