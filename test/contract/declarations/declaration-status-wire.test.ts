import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Effect } from '../../authority/faults.ts'
import type { DeclarationRegister } from '../../authority/portal/register.ts'
import { receiptPdf } from '../../authority/portal/status-site.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, type Wire } from '../support/wire.ts'

const CUI = '8000000000'
const DAY = 86_400_000
const QUERY = '/StareD112/vizualizareStare.do'
const RECEIPT = '/StareD112/ObtineRecipisa'

let desk: Desk
let wire: Wire
let clock: ReturnType<typeof hastyClock>
let declarations: DeclarationRegister

beforeEach(async () => {
  desk = await openDesk()
  clock = hastyClock()
  wire = await desk.wire({ clock })
  declarations = desk.authority.declarations
})
afterEach(() => desk.close())

const ask = (filingNumber: string, cui = CUI, isCounter = false) =>
  wire.declarationStatusPage.query({ filingNumber, cui, isCounter }, never)
const receipt = (index: string) => wire.declarationStatusPage.receipt(index, never)
const asked = (path: string) => desk.authority.journal.find({ host: 'www-anaf.localhost', path })
const strike = (path: string, effect: Effect, times: number | 'always' = 1) =>
  desk.authority.faults.add({ match: { path }, times, effect })
const day = (ago: number) =>
  new Date(desk.authority.clock.now() - ago * DAY).toLocaleDateString('sv-SE', { timeZone: 'Europe/Bucharest' })

describe('a query', () => {
  test('D-05 ghiseu, id and cui are posted without cookie or certificate, and the table of six columns is read', async () => {
    const declaration = declarations.add({ cui: CUI, form: 'D300', submittedAt: desk.authority.clock.now() - DAY })
    const answer = await ask(declaration.number)
    expect(answer).toEqual({
      kind: 'found',
      period: { from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), to: day(0) },
      rows: [
        {
          filingNumber: declaration.number,
          isCounter: false,
          form: 'D300',
          state: 'valid',
          wording: 'Documentul este valid',
          registrationNumber: declaration.registrationNumber,
          registeredOn: day(1),
          uploadedOn: day(1),
          hasReceipt: true,
        },
      ],
    })
    const [entry] = asked(QUERY)
    expect(entry).toMatchObject({ method: 'POST', cookies: {}, clientCertificatePresented: false })
    expect(entry?.form).toEqual({ ghiseu: 'N', id: declaration.number, cui: CUI })
  })

  test('D-05 not found, a pair that does not belong together, and invalid input are told apart', async () => {
    const { number } = declarations.add({ cui: CUI, form: 'D300' })
    expect(await ask('99')).toEqual({ kind: 'not-found' })
    expect(await ask(number, '14399840')).toEqual({ kind: 'not-found' })
    expect(await ask('12-A')).toEqual({ kind: 'invalid-input', message: 'Nu ati introdus un index valid' })
  })

  test('D-06 the four states, with the entities of the third decoded, several declarations in one answer', async () => {
    const outcomes = ['valid', 'has-errors', 'not-a-document'] as const
    for (const outcome of outcomes) {
      declarations.add({ cui: CUI, form: 'D112', outcome, submittedAt: desk.authority.clock.now() - DAY })
    }
    declarations.habits.processingMs = 60_000
    const { number } = declarations.add({ cui: CUI, form: 'D406T' })
    const answer = await ask(number)
    const rows = answer.kind === 'found' ? answer.rows : []
    expect(rows.map(({ state }) => state).sort()).toEqual(['has-errors', 'not-a-document', 'processing', 'valid'])
    expect(rows.find(({ state }) => state === 'not-a-document')?.wording).toBe(
      'Fişierul depus nu este un document valid',
    )
    expect(rows.find(({ state }) => state === 'processing')).toMatchObject({ form: 'D406T', hasReceipt: false })
    desk.authority.clock.advance(60_000)
    const later = await ask(number)
    expect(later.kind === 'found' && later.rows.find(row => row.filingNumber === number)).toMatchObject({
      state: 'valid',
    })
  })

  test('D-06 a row of more than 60 days has no receipt', async () => {
    const { number } = declarations.add({ cui: CUI, form: 'D300', submittedAt: desk.authority.clock.now() - 61 * DAY })
    expect(await ask(number)).toMatchObject({ kind: 'found', rows: [{ state: 'valid', hasReceipt: false }] })
  })

  test('D-05 a declaration at a counter is asked for by its number with dashes and slashes', async () => {
    declarations.add({ cui: CUI, form: 'D700', isCounter: true, number: '1234-56/2026' })
    expect(await ask('1234-56/2026', CUI, true)).toMatchObject({
      kind: 'found',
      rows: [{ filingNumber: '1234-56/2026', isCounter: true, registrationNumber: '1234-56/2026', hasReceipt: false }],
    })
    expect(asked(QUERY)[0]?.form).toMatchObject({ ghiseu: 'Y', id: '1234-56/2026' })
    expect(await ask('1234-56/2026')).toMatchObject({ kind: 'invalid-input' })
  })

  test('all 200 declarations of one answer are read', async () => {
    for (let count = 0; count < 210; count++) declarations.add({ cui: CUI, form: 'D112' })
    const answer = await ask(declarations.submitted.at(-1)?.number ?? '')
    expect(answer.kind === 'found' ? answer.rows : []).toHaveLength(200)
  })

  test('a question is asked again after a failure', async () => {
    const { number } = declarations.add({ cui: CUI, form: 'D300' })
    strike(QUERY, { kind: 'reset' })
    strike(QUERY, { kind: 'status', status: 503 })
    expect(await ask(number)).toMatchObject({ kind: 'found' })
    expect(asked(QUERY)).toHaveLength(3)
  })

  test('the page is asked no faster than the public services may be', async () => {
    const { number } = declarations.add({ cui: CUI, form: 'D300' })
    const slow = await desk.wire({ clock, profile: { publicRequestsPerMinute: 60 } })
    const query = { filingNumber: number, cui: CUI, isCounter: false }
    const begun = clock.now()
    for (let times = 0; times < 2; times++) await slow.declarationStatusPage.query(query, never)
    expect(clock.now() - begun).toBeGreaterThanOrEqual(1000)
  })
})

describe('odd pages', () => {
  const row = (cells: string) => `<tr>${cells}</tr>`
  const table = (rows: string, cui = CUI) =>
    `<p>Documente depuse pentru cui: ${cui} in perioada 01.08.2026 / 01.11.2026</p><table><thead><th>Index</th><th>Tip document</th><th>Stare document</th><th>Data inregistrare</th><th>Consulta&#355;i</th><th>Data incarcare</th></thead>${rows}</table>`
  const good = row(
    '<td>11</td><td>D300</td><td>Documentul este valid.</td><td>INTERNT-11-2026 din 31.02.2026</td><td></td><td>2026-13-40</td>',
  )
  const page = (body: string, contentType = 'text/html;charset=ISO-8859-1') =>
    strike(
      QUERY,
      { kind: 'body', body: `<table border="0"><tr><td>${body}</td></tr></table>\n`, contentType },
      'always',
    )

  test('a state in unknown words is no state, and days that do not exist are no days', async () => {
    page(table(good + row('<td>12</td><td>D300</td><td>Documentul este valid partial</td><td></td><td></td><td></td>')))
    expect(await ask('11')).toMatchObject({
      kind: 'found',
      rows: [
        {
          state: 'valid',
          registeredOn: null,
          uploadedOn: null,
          registrationNumber: expect.stringContaining('INTERNT-11-2026'),
        },
        { state: null, wording: 'Documentul este valid partial', registrationNumber: null },
      ],
    })
  })

  test('a link that leads elsewhere, or to another declaration’s receipt, is no receipt', async () => {
    const link = (href: string) =>
      row(`<td>11</td><td>D300</td><td>In prelucrare</td><td></td><td><a href="${href}">recipisa</a></td><td></td>`)
    page(
      table(
        link('https://evil.example/ObtineRecipisa?numefisier=11.pdf') +
          link('/StareD112/ObtineRecipisa?numefisier=12.pdf'),
      ),
    )
    const answer = await ask('11')
    expect(answer.kind === 'found' && answer.rows.map(({ hasReceipt }) => hasReceipt)).toEqual([false, false])
  })

  test.each([
    ['another company’s filings', table(good, '14399840')],
    ['a number that is none', table(row('<td>&lt;script&gt;</td><td>D300</td><td>x</td><td></td><td></td><td></td>'))],
    ['a row of other cells', table(row('<td>11</td><td>D300</td>'))],
    ['rows and the words that there are none', `<p>Nu a fost identificata nicio declaratie</p>${table(good)}`],
    ['no table', '<p>Documentul este valid</p>'],
    ['other columns', '<table><tr><th>Index</th><th>Stare document</th></tr></table>'],
    ['nothing', ''],
  ])('D-05 a page with %s is an error, and never an answer', async (_name, body) => {
    page(body)
    expect((await failureOf(ask('11'))).reason).toBe('answer-unexpected')
  })

  test('letters are read in the character set that the answer names', async () => {
    const html = table(
      row('<td>11</td><td>D300</td><td>Fișierul depus nu este un document valid</td><td></td><td></td><td></td>'),
    )
    page(html, 'text/html; charset=utf-8')
    expect(await ask('11')).toMatchObject({
      rows: [{ state: 'not-a-document', wording: 'Fișierul depus nu este un document valid' }],
    })
  })

  test.each([
    ['without its last chunk', (bytes: number): Effect => ({ kind: 'truncate', bytes })],
    ['with a clean end', (bytes: number): Effect => ({ kind: 'cut', bytes, ends: 'cleanly' })],
    ['with the connection', (bytes: number): Effect => ({ kind: 'cut', bytes, ends: 'with-connection' })],
  ])(
    'D-05 a page that is cut %s has neither fewer declarations nor none, wherever it is cut',
    async (name, effectAt) => {
      for (let count = 0; count < 3; count++) declarations.add({ cui: CUI, form: 'D300' })
      const { number } = declarations.add({ cui: CUI, form: 'D300' })
      await ask(number)
      const [{ responseBytes: length = 0 } = {}] = asked(QUERY)
      const places = [length - 3, length - 11, ...Array.from({ length: 20 }, (_, at) => Math.floor((length * at) / 20))]
      for (const place of [...places, ...(name === 'without its last chunk' ? [length] : [])]) {
        const fault = strike(QUERY, effectAt(place), 'always')
        const { reason } = await failureOf(ask(number))
        expect([place, /^answer-(truncated|unexpected)$/.test(reason)]).toEqual([place, true])
        fault.remove()
      }
      strike(QUERY, { kind: 'cut', bytes: length, ends: 'with-connection' })
      expect(await ask(number)).toMatchObject({ kind: 'found', rows: { length: 4 } })
    },
  )

  test('maintenance and the firewall are said to be that', async () => {
    strike(QUERY, { kind: 'page', page: 'maintenance' })
    expect((await failureOf(ask('11'))).reason).toBe('maintenance')
    strike(QUERY, { kind: 'page', page: 'firewall' })
    expect((await failureOf(ask('11'))).reason).toBe('firewall')
  })
})

describe('a receipt', () => {
  test('D-07 the PDF comes as it is, and Content-Length 0 means that it is not available', async () => {
    const declaration = declarations.add({ cui: CUI, form: 'D300', submittedAt: desk.authority.clock.now() - DAY })
    expect(Buffer.from((await receipt(declaration.number)) ?? [])).toEqual(receiptPdf(declaration))
    expect(await receipt('9999999999')).toBeUndefined()
    expect(asked(RECEIPT)).toMatchObject([{ status: 200 }, { status: 200, responseBytes: 0 }])
  })

  test('D-07 neither a page nor half a PDF is a receipt', async () => {
    const { number } = declarations.add({ cui: CUI, form: 'D300', submittedAt: desk.authority.clock.now() - DAY })
    strike(RECEIPT, { kind: 'body', body: '<html>Eroare</html>', contentType: 'application/pdf' })
    expect((await failureOf(receipt(number))).reason).toBe('answer-unexpected')
    strike(RECEIPT, { kind: 'body', body: '%PDF-1.4 half of', contentType: 'application/pdf' })
    expect((await failureOf(receipt(number))).reason).toBe('answer-truncated')
    strike(RECEIPT, { kind: 'truncate' })
    expect(await receipt(number)).toBeDefined()
  })
})
