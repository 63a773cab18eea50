import { expect, test } from 'vitest'
import { answerOf, wireOf } from '../wire/wire.fixture.ts'
import { createDeclarationStatusPage } from './declaration-status-page.ts'

const HEAD =
  '<thead><th>Index</th><th>Tip document</th><th>Stare document</th><th>Data inregistrare</th><th>Consultati</th><th>Data incarcare</th></thead>'
const ROW =
  '<tr><td>11</td><td>D300</td><td>Documentul este valid</td><td>INTERNT-11-2026 din 16.07.2026</td><td></td><td>2026-07-16</td></tr>'
const found = (cui: string) =>
  `<table><tr><td><p>Documente depuse pentru cui: ${cui} in perioada 16.04.2026 / 16.07.2026</p><table>${HEAD}${ROW}</table></td></tr></table>`
const PDF = '%PDF-1.4 x %%EOF'

/** The page's client on a wire that gives this answer, and what it sent. */
function pageOn(status: number, text: string) {
  const { http, sent } = wireOf(() => answerOf(status, text))
  const page = createDeclarationStatusPage({ http, profile: { statusUrl: 'https://status.localhost' } })
  const { signal } = new AbortController()
  const query = (cui: string, isCounter = false) => page.query({ filingNumber: '11', cui, isCounter }, signal)
  return { sent, query, receipt: () => page.receipt('11', signal) }
}

test('D-05 D-06 the filings of the company that was asked for are found, with zeros before its code or without', async () => {
  const { query, sent } = pageOn(200, found('0021'))
  for (const cui of ['21', '00021'])
    expect(await query(cui)).toMatchObject({
      ...{ kind: 'found', rows: [{ filingNumber: '11', state: 'valid' }] },
      period: { from: '2026-04-16', to: '2026-07-16' },
    })
  await query('21', true)
  expect(sent.map(({ body }) => body)).toEqual([
    ...['ghiseu=N&id=11&cui=21', 'ghiseu=N&id=11&cui=00021', 'ghiseu=Y&id=11&cui=21'],
  ])
  const url = 'https://status.localhost/StareD112/vizualizareStare.do'
  expect(sent[0]).toMatchObject({ method: 'POST', mayRepeat: true, to: 'status', url })
})

test('D-05 not found and invalid input are the page’s words with HTTP 200, and a page that names no company is taken', async () => {
  const framed = (html: string) => `<table><tr><td>${html}</td></tr></table>`
  const none = framed('<p>Nu a fost identificata nicio declaratie cu datele introduse</p>')
  const invalid = framed('<b>Nu ati introdus un index valid</b>')
  expect(await pageOn(200, none).query('21')).toEqual({ kind: 'not-found' })
  expect(await pageOn(200, invalid).query('21')).toMatchObject({ kind: 'invalid-input' })
  for (const page of [none, invalid]) await expect(pageOn(404, page).query('21')).rejects.toThrow()
  const nameless = found('21').replace(/<p>.*<\/p>/, '')
  expect(await pageOn(200, nameless).query('21')).toMatchObject({ kind: 'found', period: null })
})

test('D-05 another company’s filings, a page that is cut and another status say nothing', async () => {
  for (const cui of ['22', '210', '2100', '201'])
    await expect(pageOn(200, found(cui)).query('21')).rejects.toMatchObject({
      params: { problem: `it is about CUI ${cui}` },
    })
  await expect(pageOn(200, found('21').slice(0, -8)).query('21')).rejects.toMatchObject({ reason: 'answer-unexpected' })
  for (const status of [201, 404]) await expect(pageOn(status, found('21')).query('21')).rejects.toThrow()
  await expect(pageOn(503, found('21')).query('21')).rejects.toMatchObject({ reason: 'maintenance' })
})

test('D-07 a receipt is a whole PDF; only an empty answer means that there is none yet', async () => {
  expect(await pageOn(200, PDF).receipt()).toEqual(new TextEncoder().encode(PDF))
  expect(await pageOn(200, '').receipt()).toBeUndefined()
  await expect(pageOn(200, '%PDF-1.4 x').receipt()).rejects.toMatchObject({ reason: 'answer-truncated' })
  await expect(pageOn(200, `${PDF}${' '.repeat(1024)}`).receipt()).rejects.toMatchObject({ reason: 'answer-truncated' })
  for (const [status, text] of [
    [404, ''],
    [500, ''],
    [201, PDF],
    [200, ' '],
    [200, '<html></html>'],
    [200, '<html>%%EOF</html>'],
  ] as const)
    await expect(pageOn(status, text).receipt(), `${status} ${text}`).rejects.toThrow()
})
