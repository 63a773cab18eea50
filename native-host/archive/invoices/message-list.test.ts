import { describe, expect, test } from 'vitest'
import { Database } from '../core/database.ts'
import { databasePath } from '../core/paths.ts'
import { SEARCH_COLUMNS } from '../core/schema/schema-search.ts'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  openTestArchive,
  withMessages,
} from '../core/test-archive.fixture.ts'

describe('search', () => {
  test('finds messages by parts of numbers, names and CUIs, without case and accents; every word must match', async () => {
    const { messages } = await withMessages(
      aMessage({ id: '3001474425', uploadIndex: '5001120362' }),
      aMessage({ id: '2', details: 'emisa de cif_emitent=8000000000', createdAt: NOON - 1 }),
    )
    await messages.store(
      '3001474425',
      aZip(anInvoice({ number: 'FCT/2026-77', seller: 'ŢUICĂ & Pâine S.A.', sellerCui: '361757' })),
    )
    const found = (search: string) => messages.list({ ...ALL, search }).items.map(({ id }) => id)
    for (const search of [
      'fct/2026',
      '26-77',
      'țuica',
      'TUICĂ',
      'paine tui',
      'RO361757',
      '6175',
      '1120362',
      '3001474425',
      'ștefan',
      '7',
    ])
      expect([search, ...found(search)]).toEqual([search, '3001474425'])
    // The name has the dots of its legal form: whether indexed or not, it is found without them, too.
    const spelled = () => ['paine sa', 'pâine S.A.', 's.a. tuica'].map(search => found(search))
    expect(spelled()).toEqual([['3001474425'], ['3001474425'], ['3001474425']])
    await messages.indexTexts(new AbortController().signal)
    expect(spelled()).toEqual([['3001474425'], ['3001474425'], ['3001474425']])
    expect(found('80000')).toEqual(['2'])
    expect(found('tuica 80000')).toEqual([])
    expect(found(`" ' % _ * \\ NEAR( OR`)).toEqual([])
    expect(found('  ')).toHaveLength(2)
    expect(messages.list({ ...ALL, search: 'tuica', cui: '361757' }).total).toBe(0)
  })

  test('days are calendar days in Romania, both ends included; pages follow each other', async () => {
    const at = (id: string, createdAt: number) => aMessage({ id, createdAt })
    const { messages } = await withMessages(
      at('1', Date.UTC(2026, 10, 19, 21, 59)), // 23:59 in Bucharest
      at('2', Date.UTC(2026, 10, 19, 22, 0)),
      at('3', Date.UTC(2026, 10, 20, 21, 59)),
      at('4', Date.UTC(2026, 10, 20, 22, 0)),
    )
    const ids = (query: object) => messages.list({ ...ALL, ...query }).items.map(({ id }) => id)
    expect(ids({ since: '2026-11-20', until: '2026-11-20' })).toEqual(['3', '2'])
    expect(ids({ until: '2026-11-19' })).toEqual(['1'])
    expect(ids({ limit: 2 })).toEqual(['4', '3'])
    expect(ids({ limit: 2, offset: 2 })).toEqual(['2', '1'])
    expect(messages.list({ limit: 1, offset: 0 }).total).toBe(4)
  })
})

/** An office's invoices: received and sent, a storno, a refused one, an unarchived one. */
async function anOffice() {
  const { messages, ...rest } = await withMessages(
    aMessage({ id: '1', createdAt: NOON - 5 }),
    aMessage({ id: '2', createdAt: NOON - 4 }),
    aMessage({ id: '3', createdAt: NOON - 3, type: 'FACTURA TRIMISA' }),
    aMessage({ id: '4', createdAt: NOON - 2, type: 'ERORI FACTURA' }),
    aMessage({ id: '5', createdAt: NOON - 1, cui: '361757' }),
  )
  const store = (id: string, fields: Parameters<typeof anInvoice>[0]) => messages.store(id, aZip(anInvoice(fields)))
  await store('1', {
    number: 'A-1',
    issueDate: '2026-10-15',
    seller: 'Țara SRL',
    amount: '1234.50 RON',
    line: 'Chirie Ștrand',
  })
  await store('2', { number: 'A-2', issueDate: '2026-10-31', seller: 'Alfa SRL', amount: '-238.00 RON' })
  await store('3', { number: 'B-1', sellerCui: CUI, buyerCui: '99', buyer: 'Beta SA', amount: '2000.00 EUR' })
  await messages.store('4', aZip('<header><Error errorMessage="BR-RO-110"/></header>'))
  return { messages, ...rest, found: (query: object) => messages.list({ ...ALL, ...query }).items.map(({ id }) => id) }
}

describe('W-02 the search of invoices', () => {
  test('W-02 amounts, periods, line texts and words find what they mean', async () => {
    const { found } = await anOffice()
    const wanted = {
      '1.234,50': ['1'],
      '>1000': ['3', '1'],
      '>1000 lei': ['1'],
      '238': ['2'],
      '-238,00': ['2'],
      '<0': ['2'],
      'luna trecută': ['2', '1'],
      'octombrie alfa': ['2'],
      '15.10.2026': ['1'],
      strand: ['1'],
      'chirie >2000': [],
      BETA: ['3'],
      'B-1': ['3'],
      'RO 361757': ['5', '2', '1'],
      'CUI: RO361757': ['5', '2', '1'],
      'alfa s.r.l.': ['2'],
      'peste 1000 de lei': ['1'],
    }
    expect(Object.fromEntries(Object.keys(wanted).map(search => [search, found({ search })]))).toEqual(wanted)
  })

  test('W-02 a number is found however it and the search separate its series', async () => {
    const { messages, found } = await anOffice()
    await messages.store('5', aZip(anInvoice({ number: 'FCT 1001', issueDate: '2026-10-02' })))
    await messages.store('2', aZip(anInvoice({ number: 'FCT1077', issueDate: '2026-10-02' })))
    const all = () =>
      ['FCT1001', 'fct 1001', 'fct10', 'b1', '"fct1001"', 'fct 1077', 'fct77'].map(search => found({ search }))
    const wanted = [['5'], ['5'], ['5', '2'], ['3'], ['5'], ['2'], []]
    expect(all()).toEqual(wanted)
    await messages.indexTexts(new AbortController().signal)
    expect(all()).toEqual(wanted)
  })

  test('W-02 a number that looks like a month or day is found, beside the invoices of those days', async () => {
    const { messages, found } = await anOffice()
    await messages.store('5', aZip(anInvoice({ number: '2026-10', issueDate: '2026-11-02' })))
    const ids = (search: string) => [found({ search }), found({ search, sort: { by: 'issued', descending: true } })]
    expect(ids('2026-10')).toEqual([
      ['5', '2', '1'],
      ['5', '2', '1'],
    ])
    expect(messages.list({ ...ALL, search: '2026-10' }).total).toBe(3)
    expect(messages.summary({ search: '2026-10' }).count).toBe(3)
    expect(ids('10.2026')).toEqual([
      ['2', '1'],
      ['2', '1'],
    ])
  })

  test('W-02 a number of a series and what looks like a month is found without quotes', async () => {
    const { messages, found } = await anOffice()
    await messages.store('5', aZip(anInvoice({ number: 'AB 2026-10', issueDate: '2026-11-02' })))
    const sort = { by: 'issued', descending: true } as const
    const all = () => ['AB 2026-10', 'ab 2026-10', 'AB 10.2026'].map(search => found({ search, sort }))
    expect(all()).toEqual([['5'], ['5'], []])
    await messages.indexTexts(new AbortController().signal)
    expect(all()).toEqual([['5'], ['5'], []])
    expect(messages.list({ ...ALL, search: 'ab 2026-10' }).total).toBe(1)
    expect(found({ search: 'alfa 2026-10' })).toEqual(['2'])
  })

  test('W-02 filters compose', async () => {
    const { found } = await anOffice()
    expect(found({ state: 'listed' })).toEqual(['5'])
    expect(found({ kind: 'errors', cui: CUI })).toEqual(['4'])
    expect(found({ issuedSince: '2026-10-16', issuedUntil: '2026-10-31' })).toEqual(['2'])
    expect(found({ currency: 'EUR', direction: 'sent' })).toEqual(['3'])
    expect(found({ attachments: true })).toEqual([])
    expect(found({ pdf: false, direction: 'received', state: 'archived' })).toEqual(['2', '1'])
    expect(found({ unread: true, search: 'A-' })).toEqual(['2', '1'])
    expect(found({ amount: { from: 123_450, to: null, isSigned: false }, currency: 'RON' })).toEqual(['1'])
    expect(found({ amount: { from: null, to: 0, isSigned: true }, kind: 'received' })).toEqual(['2'])
    // Without any end, any amount matches: the errors and the document that is only listed have none.
    for (const isSigned of [false, true])
      expect(found({ amount: { from: null, to: null, isSigned } })).toEqual(['3', '2', '1'])
  })

  test('W-02 W-03 what is not exported yet is a filter beside all others', async () => {
    const { found, messages, books } = await anOffice()
    expect(found({ exported: true })).toEqual([])
    books.mark(books.select({ ids: ['1', '3'] }), { state: 'exported' }, 'ana')
    books.mark(books.select({ ids: ['2'] }), { state: 'checked' }, 'ana')
    expect(found({ exported: true })).toEqual(['3', '1'])
    expect(found({ exported: false, direction: 'received', state: 'archived' })).toEqual(['2'])
    // A choice is counted within the filter; the filter alone gives the other choices' counts.
    const { count, choices } = messages.summary({ exported: false }, undefined, 'received')
    expect([count, choices]).toMatchObject([2, { all: 2, received: 2, sent: 0, errors: 0 }])
  })

  test('W-01 rows are sorted by any column, and pages follow each other by the last row', async () => {
    const { messages, found } = await anOffice()
    const sorted = (by: string, descending: boolean) => found({ sort: { by, descending } })
    expect(sorted('amount', true)).toEqual(['3', '1', '2', '5', '4'])
    expect(sorted('issued', false)).toEqual(['1', '2', '3', '4', '5'])
    expect(sorted('partner', false).slice(-3)).toEqual(['2', '3', '1'])
    expect(sorted('number', false).slice(-3)).toEqual(['1', '2', '3'])
    // By name: the company without one sorts by its CUI, before the letters.
    expect(sorted('company', false)[0]).toBe('5')
    for (const by of ['arrived', 'issued', 'number', 'partner', 'company', 'amount', 'state'] as const)
      for (const descending of [true, false]) {
        const pages: string[] = []
        for (let after: string | null | undefined; after !== null; ) {
          const page = messages.list({ limit: 2, offset: 0, sort: { by, descending }, after })
          pages.push(...page.items.map(({ id }) => id))
          after = page.next
        }
        expect([by, ...pages]).toEqual([by, ...sorted(by, descending)])
      }
    expect(() => messages.list({ ...ALL, after: 'x' })).toThrow(expect.objectContaining({ reason: 'argument-invalid' }))
  })

  test('W-01 sums by currency, groups and the numbers of each choice belong to the same filter', async () => {
    const { messages } = await anOffice()
    expect(messages.summary({}, undefined)).toEqual({
      count: 5,
      totals: [
        { currency: 'RON', count: 2, amount: '996.50' },
        { currency: 'EUR', count: 1, amount: '2000.00' },
      ],
      choices: { all: 5, received: 3, sent: 1, errors: 1, messages: 0, missing: 1, unread: 4 },
      groups: [],
    })
    const { count, choices, groups } = messages.summary({ direction: 'received', cui: CUI }, 'month')
    expect([count, choices.all]).toEqual([2, 4])
    expect(groups).toEqual([
      { key: '2026-10', name: null, count: 2, totals: [{ currency: 'RON', count: 2, amount: '996.50' }] },
    ])
    expect(messages.summary({ direction: 'sent' }, 'partner').groups).toMatchObject([{ key: '99', name: 'Beta SA' }])
    expect(messages.summary({}, 'company').groups).toMatchObject([{ key: CUI, count: 4 }, { key: '361757' }])
    expect(messages.summary({ search: 'strand' }, undefined).totals).toMatchObject([{ amount: '1234.50' }])
    expect(messages.idsOf({ direction: 'received', state: 'archived' })).toEqual(['1', '2'])
  })

  test('a credit note counts as negative, and documents archived before the columns have them, too', async () => {
    const { dataDir, archive } = await anOffice()
    archive.close()
    const db = await Database.open(databasePath(dataDir))
    db.run(`UPDATE messages SET invoice = json_set(invoice, '$.type', 'credit-note') WHERE id = '1'`)
    db.run(`UPDATE messages SET day = '', number = '', amount = NULL, partner_key = '' WHERE id <> '1'`)
    const columns = SEARCH_COLUMNS.match(/UPDATE messages SET[^;]*;/)?.[0] ?? ''
    db.run(columns.slice(0, -1))
    db.close()
    const again = (await openTestArchive(dataDir)).messages
    expect(again.summary({}, undefined).totals).toEqual([
      { currency: 'RON', count: 2, amount: '-1472.50' },
      { currency: 'EUR', count: 1, amount: '2000.00' },
    ])
    expect(again.list({ ...ALL, search: 'luna trecută' }).total).toBe(2)
  })
})

test('W-01 an amount beyond all reason keeps no list and no sum from others', async () => {
  const { messages } = await withMessages(...['1', '2', '3', '4'].map(id => aMessage({ id })))
  const amounts = ['99999999999999999999.00', '9999999999999.99', '-9999999999999.99', '10.00']
  for (const [n, amount] of amounts.entries())
    await messages.store(String(n + 1), aZip(anInvoice({ amount: `${amount} RON` })))
  const sorted = messages.list({ ...ALL, limit: 3, sort: { by: 'amount', descending: true } })
  expect(sorted.items.map(({ id }) => id)).toEqual(['2', '4', '3'])
  expect(messages.list({ ...ALL, search: '9.999.999.999.999,99' }).items).toHaveLength(2)
  expect(messages.summary({}, 'month').totals).toEqual([{ currency: 'RON', count: 4, amount: '10.00' }])
})

test('W-01 sums are exact beyond what a float holds', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => String(n + 1))
  const { messages } = await withMessages(...ids.map(id => aMessage({ id })))
  for (const id of ids) await messages.store(id, aZip(anInvoice({ amount: '9999999999999.99 RON' })))
  expect(messages.summary({}, undefined).totals).toEqual([{ currency: 'RON', count: 20, amount: '199999999999999.80' }])
})
