import { expect, test } from 'vitest'
import { numberOf } from '../protocol/declarations.ts'
import { declarationStateOf, readDeclarationStatusPage } from './declaration-status-pages.ts'
import { readAnswer } from './parse-page.ts'

/** These pages are one table. */
const read = (html: string) =>
  readDeclarationStatusPage(readAnswer(`<table border="0"><tr><td>${html}</td></tr></table>\n`))
const HEAD =
  '<thead><th>Index</th><th>Tip document</th><th>Stare document</th><th>Data inregistrare</th><th>Consulta&#355;i</th><th>Data incarcare</th></thead>'
const row = (...cells: string[]) => `<tr align="left">${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
const ROW = row(
  '1100000001',
  'D300',
  'Documentul este valid',
  'INTERNT-1100000001-2026 din 16.07.2026',
  '<a href="/StareD112/ObtineRecipisa?numefisier=1100000001.pdf">recipisa</a>',
  '2026-07-16',
)
const found = (rows: string, head = HEAD) =>
  `<p>Documente depuse pentru cui: 8000000000 in perioada 16.04.2026 / 16.07.2026</p><table>${head}${rows}</table>
  <ul><li>In prelucrare. x</li><li>Documentul este valid. y</li></ul>`
const rowsOf = (html: string) => {
  const page = read(html)
  return page.kind === 'found' ? page.rows : []
}

test('D-06 the four states are recognised in any spelling, and other words are no state', () => {
  expect(
    [
      'In prelucrare',
      'In prelucrare.',
      'Documentul este valid',
      'Documentul are erori de validare.',
      'Fişierul depus nu este un document valid',
      'Fișierul depus nu este un document valid.',
      'Fisierul  depus nu este\n un document valid',
    ].map(declarationStateOf),
  ).toEqual(['processing', 'processing', 'valid', 'has-errors', 'not-a-document', 'not-a-document', 'not-a-document'])
  for (const other of ['', 'valid', 'Documentul nu este valid', 'Documentul este valid partial', 'In prelucrare 2'])
    expect(declarationStateOf(other)).toBeNull()
})

test('the table is found by its column names: in a layout table, with a header row, in another order', () => {
  const inner = found(ROW)
  expect(rowsOf(`<table><tr><td>menu</td><td>${inner}</td></tr></table>`)).toEqual(rowsOf(inner))
  expect(rowsOf(found(ROW, HEAD.replace('<thead>', '<thead><tr>')))).toEqual(rowsOf(inner))
  const other = found(
    row('2026-07-16', '7', 'D100', 'In prelucrare', 'INTERNT-7-2026 din 16.07.2026', ''),
    HEAD.replace('<th>Data incarcare</th>', '').replace('<thead>', '<thead><th>Data incarcare</th>'),
  )
  expect(rowsOf(other)).toMatchObject([
    { filingNumber: '7', form: 'D100', state: 'processing', uploadedOn: '2026-07-16' },
  ])
  expect(rowsOf(found(`${ROW}<tr><td colspan="6">Total: 1</td></tr>`))).toHaveLength(1)
})

test('D-05 declarations from a counter are recognised by their registration, even without an index', () => {
  const at = (index: string, registration: string) =>
    rowsOf(found(row(index, 'D700', 'In prelucrare', registration, '', '2026-07-16'))).map(one => [
      one.filingNumber,
      one.isCounter,
      numberOf(one),
    ])
  expect(rowsOf(found(ROW))).toMatchObject([{ filingNumber: '1100000001', isCounter: false }])
  for (const none of ['', '-', '- din 16.07.2026', 'din 16.07.2026'])
    expect(at('1100000002', none), none).toEqual([['1100000002', false, '1100000002']])
  expect(at('555', '7/123-2026 din 16.07.2026')).toEqual([['555', true, '7/123-2026']])
  for (const none of ['', '-']) expect(at('7/123-2026', none)).toEqual([['7/123-2026', true, '7/123-2026']])
  expect(at('-', '7/123-2026 din 16.07.2026')).toEqual([['7/123-2026', true, '7/123-2026']])
})

test('D-05 a result proves nothing with a row that cannot be read, another column, or the sentence of an empty one', () => {
  const kindOf = (html: string) => read(html).kind
  expect(kindOf(found(ROW))).toBe('found')
  expect(kindOf(found(ROW + row('-', 'D300', 'In prelucrare', '-', '', '2026-07-16')))).toBe('unknown')
  expect(kindOf(`${found(ROW)}<p>Nu a fost identificata nicio declaratie</p>`)).toBe('unknown')
  for (const column of ['Index', 'Data incarcare', 'Stare document'])
    expect(kindOf(found(ROW, HEAD.replace(column, 'Altceva'))), column).toBe('unknown')
  expect(kindOf(found(ROW, HEAD.replace('<th>Index</th>', '')))).toBe('unknown')
  expect(kindOf(found(`${ROW}<tr><td>1100000002</td><td>D300</td></tr>`))).toBe('unknown')
})

test('a day that does not exist is left out', () => {
  const page = read(found(ROW.replaceAll('16.07.2026', '31.06.2026')).replace('16.04.2026', '31.04.2026'))
  expect(page).toMatchObject({ period: null, rows: [{ registeredOn: null }] })
})

test('company and days come from the header line, and only from there', () => {
  expect(read(found(ROW))).toMatchObject({
    kind: 'found',
    cui: '8000000000',
    period: { from: '2026-04-16', to: '2026-07-16' },
  })
  expect(read(`<table>${HEAD}${ROW}</table>`)).toMatchObject({ kind: 'found', cui: null, period: null })
})

test('a relative link and one with the host lead to the receipt', () => {
  const link = (href: string) => rowsOf(found(ROW.replace(/href="[^"]*"/, `href="${href}"`)))[0]?.hasReceipt
  expect(link('ObtineRecipisa?numefisier=1100000001.pdf')).toBe(true)
  expect(link('https://www.anaf.ro/StareD112/ObtineRecipisa?numefisier=1100000001.pdf')).toBe(true)
  expect(link('/StareD112/ObtineRecipisa;jsessionid=0000aB-c:1?numefisier=1100000001.pdf')).toBe(true)
  expect(link('javascript:alert(1)')).toBe(false)
  expect(link('ObtineRecipisa?numefisier=1100000002.pdf')).toBe(false)
  expect(link('Vizualizare?numefisier=1100000001.pdf')).toBe(false)
  expect(link('x"></a><a href="ObtineRecipisa?numefisier=1100000001.pdf')).toBe(true)
  expect(link('https://')).toBe(false)
})

test('D-05 not found, invalid input, the query form and anything else are told apart', () => {
  expect(read('<p>Nu a fost identificat&#259; nicio declara&#355;ie cu datele introduse, ...</p>').kind).toBe(
    'not-found',
  )
  expect(read(found('')).kind).toBe('not-found')
  expect(read('<b>Nu ati introdus un index valid</b>')).toEqual({
    kind: 'invalid-input',
    message: 'Nu ati introdus un index valid',
  })
  expect(read('<input name="ghiseu"><input name="id"><input name="cui">').kind).toBe('query-form')
  for (const other of ['<input name="ghiseu">', '<input name="a"><input name="b"><input name="c">'])
    expect(read(other).kind).toBe('unknown')
  for (const other of ['', 'Documentul este valid', '<table><tr><th>Index</th></tr></table>', found(row('1', '2'))])
    expect(read(other).kind).toBe('unknown')
})

test('a page of many or deep tables is read in a moment', () => {
  expect(read('<table><tr><td>'.repeat(2_000)).kind).toBe('unknown')
  expect(read(`<table><tr>${'<td>'.repeat(6)}`.repeat(2_000)).kind).toBe('unknown')
  expect(rowsOf(found(ROW.repeat(1_500)))).toHaveLength(1_500)
  // More tags than any page has: end tags cost as much as start tags.
  expect(rowsOf(found(`${ROW.repeat(1_500)}${'<p>a</p>'.repeat(15_000)}`))).toEqual([])
})
