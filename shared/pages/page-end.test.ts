import { parse, serialize } from 'parse5'
import { describe, expect, test } from 'vitest'
import { readDeclarationStatusPage } from './declaration-status-pages.ts'
import type { PageSource } from './page-end.ts'
import { isWholePage, readAnswer, readShown } from './parse-page.ts'
import { readPortalPage } from './portal-pages.ts'

const table = (...rows: string[]) =>
  `<table border="0" width="100%">\r\n${rows.map(row => `<tr><td>${row}</td></tr>`).join('\r\n')}\r\n</table>\r\n\r\n`
const AGAIN = '<p>Pentru a depune o nou&#259; declara&#355;ie <a href="/WAS6DUS/welcome.do">aici</a>.</p>'
const filed = table(
  `<h3>Succes depunere</h3>${AGAIN}`,
  `Fi&#351;ierul dumneavoastr&#259; cu numele "<b>d300.pdf</b>" a fost depus cu succes. Indexul este <b>1100000005</b>.`,
  `<script>if (location.hostname.indexOf("extranet") == 0) document.write('<table></table>')</script>`,
  `Acest mesaj nu constituie confirmarea. <a href="https://www.anaf.ro/StareD112/">Vizualizare stare</a>`,
)
const rejected = `<p>Ne cerem scuze, dar cererea dumneavoastra nu a putut fi indeplinita!</p> Motivul: <span style="color: red">Nu ati selectat fisierul</span>\r\n<p>Altele</p>\r\n${AGAIN}\r\n`
const uploadForm = table('<form action="/WAS6DUS/displayFile.do"><input type="file" name="linkdoc"></form>', AGAIN)
const logon = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html><head><title>x</title></head><body>
<form action="/my.policy"><table><tr><td><input type="submit" value="Prezentare certificat"></td></tr></table></form>\n</body>\n</html>\n`
const wall = '<!DOCTYPE html>\n<html><body>\n<h1>Certificatul nu a fost prezentat</h1>\n</body></html>\n'

const line = (index: string, state: string) =>
  `<tr><td>${index}</td><td>D300</td><td>${state}</td><td>INTERNT-${index}-2026 din 16.07.2026</td><td><a href="/StareD112/ObtineRecipisa?numefisier=${index}.pdf">recipisa</a></td><td>2026-07-16</td></tr>`
const found = table(
  'Documente depuse pentru cui: 8000000000 in perioada 16.04.2026 / 16.07.2026',
  `<table border="1"><thead><th>Index</th><th>Tip document</th><th>Stare document</th><th>Data inregistrare</th><th>Consulta&#355;i</th><th>Data incarcare</th></thead>
${line('1100000001', 'Documentul este valid')}\n${line('1100000002', 'Fi&#351;ierul depus nu este un document valid')}</table>`,
  '<ul><li><b>In prelucrare.</b> x</li></ul><p><a href="/StareD112/">&#206;napoi</a></p>',
)
const notFound = table('<p>Nu a fost identificata nicio declaratie cu datele introduse</p>')
const invalid = table('<p><font color="red">Nu ati introdus un index valid</font></p>')
const queryForm = table('<form><input name="ghiseu"><input name="id"><input name="cui"></form>')

/** A browser's page for the beginning of a page. */
const shown = (html: string) => serialize(parse(html))
const sources: [PageSource, (html: string) => string][] = [
  ['answer', html => html],
  ['tab', shown],
]

describe.each(sources)('a page that is cut anywhere is not read: %s', (from, as) => {
  const seen = from === 'answer' ? readAnswer : readShown
  const portal = (html: string) => readPortalPage(seen(as(html)))
  const status = (html: string) => readDeclarationStatusPage(seen(as(html)))
  /** In a tab a paragraph's end does not show, nor that a table has ended before anything stands behind it. */
  const shortest = (html: string) =>
    from === 'answer' ? html.trimEnd().length : html.trimEnd().length + (html.endsWith('</p>\r\n') ? -4 : 1)

  test.each([
    ['D-01 filed', filed, { kind: 'filed', uploadIndex: '1100000005', fileName: 'd300.pdf' }, portal],
    ['D-02 rejected', rejected, { kind: 'rejected', reason: 'Nu ati selectat fisierul' }, portal],
    ['D-05 found', found, { kind: 'found', rows: [{ state: 'valid' }, { state: 'not-a-document' }] }, status],
    ['D-05 not found', notFound, { kind: 'not-found' }, status],
    ['D-05 invalid input', invalid, { kind: 'invalid-input' }, status],
    ['the query form', queryForm, { kind: 'query-form' }, status],
  ] as const)('%s', (_name, html, whole, read) => {
    const expected = read(html)
    expect(expected).toMatchObject(whole)
    for (let end = 0; end <= html.length; end++) {
      expect(read(html.slice(0, end)), html.slice(0, end)).toEqual(
        end < shortest(html) ? { kind: 'unknown' } : expected,
      )
    }
  })

  test.each([
    ['the upload form', uploadForm, 'upload-form'],
    ['G-09 the logon page', logon, 'logon'],
    ['G-04 the wall', wall, 'wall'],
  ] as const)('%s', (_name, html, kind) => {
    expect(portal(html).kind).toBe(kind)
    for (let end = 0; end < html.trimEnd().length; end++) {
      // In a tab this is not an outcome, and its end does not show; it must at least never become anything else.
      expect(from === 'tab' ? ['unknown', kind] : ['unknown']).toContain(portal(html.slice(0, end)).kind)
    }
  })
})

test('the error page ends with the paragraph that leads back to the form, and with no other', () => {
  const leading = (href: string) => rejected.replace('/WAS6DUS/welcome.do', href)
  expect(isWholePage(rejected)).toBe(true)
  for (const same of ['welcome.do', '/WAS6DUS/welcome.do;jsessionid=0000aB:1'])
    expect(readPortalPage(readAnswer(leading(same))).kind, same).toBe('rejected')
  for (const other of ['/WAS6DUS/displayFile.do', '/WAS6DUS/welcome.do/x;y', '', 'https://'])
    expect(readPortalPage(readAnswer(leading(other))).kind, other).toBe('unknown')
  expect(isWholePage(leading('/WAS6DUS/displayFile.do'))).toBe(false)
  expect(isWholePage(`<div>${rejected}</div>`)).toBe(false)
})

test('a page is whole with a comment after it, but not with anything else, nor if its end is in a script or a comment', () => {
  expect(readPortalPage(readAnswer(`\r\n${filed}<!-- node 2 -->\n`)).kind).toBe('filed')
  expect(readPortalPage(readAnswer(`${filed}<p>`)).kind).toBe('unknown')
  expect(readPortalPage(readAnswer(`${filed}x`)).kind).toBe('unknown')
  const open = filed.trimEnd().slice(0, -'</table>'.length)
  for (const end of [
    '<script>"</table>"',
    '<!-- </table>',
    '<script>//</table></script>',
    '<td></table',
    '<table></table>',
  ])
    expect(readPortalPage(readAnswer(open + end)).kind, end).toBe('unknown')
  expect(readPortalPage(readAnswer(`<html><body>${open}</table></body><!-- </html>`)).kind).toBe('unknown')
  expect(readPortalPage(readAnswer(`<html><body>${filed}</body></html>`)).kind).toBe('filed')
})
