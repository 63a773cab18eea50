import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { createWorld } from '../../authority/world/world.ts'
import { type Desk, hastyClock, never, openDesk, type Wire } from '../support/wire.ts'

/** Answers of the services word for word, by operation and status, as published and observed. */
const ANSWERS = JSON.parse(
  readFileSync(new URL('../../answers/answers.fixture.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, unknown>>

const CUI = '14399840'
const FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }
const invoice = Buffer.from(sampleXml({ seller: CUI, buyer: '1590082' }))

let desk: Desk
let wire: Wire
let messageId = ''

beforeAll(async () => {
  desk = await openDesk({
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      messageId =
        world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - 86_400_000 }).messages[0]?.id ?? ''
      return world
    },
  })
  wire = await desk.wire({ clock: hastyClock() })
  await desk.signIn(wire)
})
afterAll(() => desk.close())

/** The result of each operation's client for an answer, in short. */
const CALLS: Record<string, { path: string; call: () => Promise<unknown> }> = {
  descarcare: {
    path: '/descarcare',
    call: async () => (await wire.eInvoicing.download(messageId, never)).kind,
  },
  listaMesajePaginatieFactura: {
    path: '/listaMesajePaginatieFactura',
    call: async () => `${(await wire.eInvoicing.listWindow({ cui: CUI }, never)).messages.length} messages`,
  },
  listaMesajeFactura: {
    path: '/listaMesajeFactura',
    call: async () => `${(await wire.eInvoicing.listByDays({ cui: CUI, days: 15 }, never)).messages.length} messages`,
  },
  stareMesaj: { path: '/stareMesaj', call: () => wire.eInvoicing.status('18', never) },
  upload: {
    path: '/upload',
    call: () => wire.uploadClient.upload({ bytes: invoice, standard: 'UBL', cui: CUI, flags: FLAGS }, never),
  },
  validare: {
    path: '/validare/FACT1',
    call: async () => {
      const { state, findings } = await wire.checks.validate(invoice, never)
      return [state, ...findings.map(({ rule }) => rule)]
    },
  },
  'validate/signature': {
    path: '/validate/signature',
    call: async () => (await wire.checks.validateSignature({ document: invoice, signature: invoice }, never)).verdict,
  },
  transformare: { path: '/transformare/FACT1', call: () => pdf(true) },
  'transformare/DA': { path: '/transformare/FACT1/DA', call: () => pdf(false) },
}

async function pdf(validate: boolean): Promise<unknown> {
  const answer = await wire.checks.toPdf(invoice, { validate }, never)
  return answer.outcome === 'pdf' ? 'pdf' : ['invalid', ...answer.findings.map(({ rule }) => rule)]
}

const RULES = ['BR-CO-09', 'BR-RO-110', 'R_BT_32_cui']
const note = 'authority-note'

/** The meaning of every wording, by its key in the fixture: `operation status`, then its situation. */
const MEANING: Record<string, { of: keyof typeof CALLS; is: Record<string, unknown> }> = {
  'descarcare GET /descarcare 200 */*': {
    of: 'descarcare',
    is: {
      'factura a fost descarcata cu succes': 'zip',
      'id-ul furnizat nu este valid': note,
      'nu aveti dreptul sa descarcati factura cu id-ul mentionat in request': 'download-denied',
      'nu exista nici o factura pentru id-ul solicitat': note,
    },
  },
  'descarcare GET /descarcare 400 */*': { of: 'descarcare', is: { 'nu ati completat parametrul standard': note } },
  'listamesaje GET /listaMesajePaginatieFactura 200 application/json': {
    of: 'listaMesajePaginatieFactura',
    is: {
      'cif-ul returneaza mesaje': '2 messages',
      'cif este non numeric': note,
      'startTime mai vechi de 60 de zile': note,
      'endTime inainte de startTime': note,
      'endTime in viitor': note,
      'parametrul filtru invalid': note,
      'nu aveti drept pentru acest cif': 'no-rights-for-company',
      'nu exista mesaje': '0 messages',
    },
  },
  'listamesaje GET /listaMesajePaginatieFactura 400 application/json': {
    of: 'listaMesajePaginatieFactura',
    is: { 'lipsa startTime, endTime, cif sau pagina': note },
  },
  'listamesaje GET /listaMesajeFactura 200 application/json': {
    of: 'listaMesajeFactura',
    is: {
      'cif-ul returneaza mesaje': '2 messages',
      'cif este non numeric': note,
      'numar de zile este non numeric': note,
      'numar de zile incorect': note,
      'parametrul filtru invalid': note,
      'nu aveti drept pentru acest cif': 'no-rights-for-company',
      'nu exista mesaje': '0 messages',
      // The paginated list has the world's one entry.
      'limita mesaje in pagina atinsa': '1 messages',
    },
  },
  'listamesaje GET /listaMesajeFactura 400 application/json': {
    of: 'listaMesajeFactura',
    is: { 'lipsa zile sau cif': note },
  },
  'staremesaj GET /stareMesaj 200 application/xml': {
    of: 'stareMesaj',
    is: {
      'factura a fost prelucrata cu succes': { kind: 'ok', downloadId: '1234' },
      'factura nu a fost prelucrata cu succes': { kind: 'nok', downloadId: '123' },
      'factura in prelucrare': { kind: 'processing' },
      'factura nu a fost preluata de sistem': { kind: 'not-taken' },
      'nu aveti dreptul de interogare pentru indexul solicitat': {
        kind: 'query-error',
        messages: ['Nu aveti dreptul de inteorgare pentru id_incarcare= 18'],
      },
      'index de incarcare nu este valid': {
        kind: 'query-error',
        messages: ['Id_incarcare introdus= aaa nu este un numar intreg'],
      },
      'factura nu a fost identificata in sistem': {
        kind: 'query-error',
        messages: ['Nu exista factura cu id_incarcare= 15000'],
      },
    },
  },
  'staremesaj GET /stareMesaj 400 application/json': {
    of: 'stareMesaj',
    is: { 'nu ati completat parametrul id_incarcare': note },
  },
  'upload POST /upload 200 application/xml': {
    of: 'upload',
    is: {
      'factura a fost incarcata cu succes': { outcome: 'accepted', uploadIndex: '3828' },
      'nu a fost specificat un standard bun': rejected(
        'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP',
      ),
      'cif-ul trebuie sa fie numeric': rejected('CIF introdus= 123a nu este un numar'),
      'nu aveti dreptul de incarcare': rejected('Nu exista niciun CIF pentru care sa aveti drept in SPV'),
      'nu aveti dreptul de incarcare pentru cif-ul specificat in request': rejected(
        'Nu aveti drept in SPV pentru CIF=1234',
      ),
      'parametrul autofactura este completat dar este invalid': rejected(
        'Daca parametrul autofacturare trebuie completat, valoarea acceptata este DA',
      ),
    },
  },
  'upload POST /upload 400 application/json': {
    of: 'upload',
    is: {
      'nu ati atasat nimic in request body': rejected('Trebuie sa aveti atasat in request un fisier de tip xml'),
      'nu ati completat parametrul standard sau cif': rejected('Parametrii standard si cif sunt obligatorii'),
    },
  },
  'validare POST /validare/{standard} 200 application/json': {
    of: 'validare',
    is: {
      'validare succes': ['ok'],
      'validare esuata': ['nok', ...RULES],
      'standard invalid': ['nok', null],
    },
  },
  'validare POST /validare/{standard} 404 application/json': {
    of: 'validare',
    is: { 'request invalid': 'answer-unexpected' },
  },
  'validaresemnatura POST /api/validate/signature 200 application/json': {
    of: 'validate/signature',
    is: { 'Validare fisiere incarcate': 'valid', 'Nevalidare fisiere incarcate': 'invalid' },
  },
  'validaresemnatura POST /api/validate/signature 400 application/json': {
    of: 'validate/signature',
    is: { example: note },
  },
  'xmltopdf POST /transformare/{standard} 200 */*': { of: 'transformare', is: { 'conversie cu succes': 'pdf' } },
  'xmltopdf POST /transformare/{standard} 200 application/json': {
    of: 'transformare',
    is: { 'validare esuata': ['invalid', ...RULES], 'standard invalid': ['invalid', null] },
  },
  'xmltopdf POST /transformare/{standard} 404 application/json': {
    of: 'transformare',
    is: { 'request invalid': 'answer-unexpected' },
  },
  'xmltopdf POST /transformare/{standard}/{novld} 200 */*': {
    of: 'transformare/DA',
    is: { 'conversie cu succes': 'pdf' },
  },
  'xmltopdf POST /transformare/{standard}/{novld} 200 application/json': {
    of: 'transformare/DA',
    is: { 'standard invalid': ['invalid', null] },
  },
  'xmltopdf POST /transformare/{standard}/{novld} 404 application/json': {
    of: 'transformare/DA',
    is: { 'request invalid': 'answer-unexpected' },
  },
}

function rejected(finding: string) {
  return { outcome: 'rejected', findings: [finding] }
}

/** Serves the answer where the fixture has one (a file is only described there), and returns the client's result. */
async function meaningOf(key: string, answer: unknown): Promise<unknown> {
  const { path, call } = CALLS[MEANING[key]?.of ?? ''] ?? {}
  if (path === undefined || call === undefined) throw new Error(`nothing is known of ${key}`)
  const [, status, contentType = ''] = /(\d{3}) (\S+)$/.exec(key) ?? []
  const isDescribed = typeof answer === 'string' && !answer.startsWith('<')
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  if (!isDescribed) {
    const effect = { kind: 'body', body, contentType, status: Number(status) } as const
    desk.authority.faults.add({ match: { path }, times: 'always', effect })
  }
  try {
    return await call()
  } catch (error) {
    if (error instanceof RecipisaError) return error.reason
    throw error
  } finally {
    desk.authority.faults.clear()
  }
}

test('every operation and wording of wire-answers.json has a meaning here', () => {
  const situations = (of: Record<string, Record<string, unknown>>) =>
    Object.entries(of).map(([key, wordings]) => [key, Object.keys(wordings).sort()])
  const meanings = Object.fromEntries(Object.entries(MEANING).map(([key, { is }]) => [key, is]))
  expect(situations(meanings).sort()).toEqual(situations(ANSWERS).sort())
})

for (const [key, wordings] of Object.entries(ANSWERS))
  for (const [situation, answer] of Object.entries(wordings))
    test(`wire-answers.json, ${key}: ${situation}`, async () => {
      expect(await meaningOf(key, answer)).toEqual(MEANING[key]?.is[situation])
    })
