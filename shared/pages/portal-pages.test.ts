import { expect, test } from 'vitest'
import { readAnswer } from './parse-page.ts'
import { readPortalPage } from './portal-pages.ts'

/** The portal's own pages are one table. */
const framed = (html: string) => `<table border="0"><tr><td>${html}</td></tr></table>\n`
const read = (html: string) => readPortalPage(readAnswer(framed(html)))
const filed = (name: string, index = '1100000005') =>
  `<h3>Succes depunere</h3><a href="/WAS6DUS/welcome.do">aici</a>
  <p>Fi&#351;ierul dumneavoastr&#259; cu numele "${name}" a fost depus cu succes.\n Indexul este <b>${index}</b>.</p>
  <p>Acest mesaj nu constituie confirmarea inregistr&#259;rii documentului.</p>
  <script>document.write('Motivul:')</script>`
const rejected = (reason: string) =>
  `<p>Ne cerem scuze, dar cererea dumneavoastra nu a putut fi indeplinita!</p><p>Motivul: ${reason}</p>`

test('a success page gives index and file name, whatever spelling and quotes it has', () => {
  const expected = { kind: 'filed', uploadIndex: '1100000005', fileName: 'd406t.pdf' }
  expect(read(filed('d406t.pdf'))).toEqual(expected)
  expect(read(filed('<b>d406t.pdf</b>'))).toEqual(expected)
  expect(read(filed('d406t.pdf').replace('Fi&#351;ierul', 'Fișierul').replaceAll('"', ''))).toEqual(expected)
  const spaced = filed('d406t noiembrie 2026.pdf').replaceAll('"', '')
  expect(read(spaced)).toEqual({ ...expected, fileName: 'd406t noiembrie 2026.pdf' })
  expect(read(spaced.replace('a fost depus', 'nu a fost depus')).kind).toBe('unknown')
  expect(read(filed('d406t.pdf').replace('<b>', '<strong>').replace('</b>', '</strong>'))).toEqual(expected)
})

test('a file name cannot give another index', () => {
  const name = 'x&quot; a fost depus cu succes. Indexul este 99.pdf'
  expect(read(filed(name)).kind).toBe('unknown')
  expect(read(filed('Motivul: a.pdf'))).toMatchObject({ kind: 'filed', fileName: 'Motivul: a.pdf' })
})

test.each([
  ['the index is no number', filed('a', '110x')],
  ['the index is not in bold', filed('a').replaceAll(/<\/?b>/g, '')],
  ['another number is in bold', filed('a').replace('<b>1100000005</b>', '1100000005 <b>7</b>')],
  ['the sentence is another one', filed('a').replace('depus cu succes', 'preluat')],
  ['it was not filed', filed('a').replace('a fost depus', 'nu a fost depus')],
  ['it was not filed, without quotes', filed('a').replace('a fost depus', 'nu a fost depus').replaceAll('"', '')],
  ['a reason stands beside it', `${filed('a')}${rejected('<span style="color: red">x</span>')}`],
  ['it also says that the request was not fulfilled', `${filed('a')}<p>Cererea nu a putut fi indeplinita!</p>`],
  ['a label without a red reason stands beside it', `${filed('a')}<p><b>Motivul:</b> fara culoare</p>`],
  ['the sentence has no index', filed('a').replace(/Indexul este .*/, '<b>1100000005</b>')],
  ['it stands in a comment', `<!-- ${filed('a')} -->`],
  ['it stands in a script', `<script>${filed('a').replace(/<script>.*/, '')}</script>`],
])('a page is no success where %s', (_name, html) => {
  expect(read(html).kind).toBe('unknown')
})

test('the reason is the red text after its label, and no other red text', () => {
  const banner = '<font color="red">Adobe</font>'
  const reasonOf = (reason: string) => read(banner + rejected(reason))
  expect(reasonOf('<span style="color: red">Nu ati selectat fisierul</span>')).toEqual({
    kind: 'rejected',
    reason: 'Nu ati selectat fisierul',
  })
  expect(
    reasonOf('<b></b>\n<span style="font-weight:bold;COLOR:#FF0000">Semn&#259;tur&#259; &lt;x&gt;</span>'),
  ).toEqual({
    kind: 'rejected',
    reason: 'Semnătură <x>',
  })
  for (const other of [
    '',
    'fara culoare',
    '<span>x</span>',
    '<span style="color: redish">x</span>',
    'x <span style="color:red">y</span>',
  ])
    expect(reasonOf(other).kind).toBe('unknown')
})

test('upload form, logon form and wall are recognised by their content', () => {
  const form = '<form action="/WAS6DUS/displayFile.do"><input type="file" name="linkdoc"></form>'
  expect(read(form).kind).toBe('upload-form')
  expect(read(form.replace('linkdoc', 'other')).kind).toBe('unknown')
  expect(read(form.replace('"file"', '"hidden"')).kind).toBe('unknown')
  const logon =
    '<form action="/my.policy"><input type="hidden" name="vhost" value="standard"><input type="submit" value="Prezentare certificat"></form>'
  expect(read(logon).kind).toBe('logon')
  expect(read('<h1>Certificatul nu a fost prezentat</h1>').kind).toBe('wall')
})

test.each([
  ['deep', '<div>'.repeat(100_000)],
  ['of one sentence without an end', 'Fisierul cu numele '.repeat(50_000)],
  ['of labels', 'Motivul:<br>'.repeat(50_000)],
  ['without sense', '<'.repeat(100_000)],
])('a page that is %s is unknown within a moment', (_name, html) => {
  expect(read(html).kind).toBe('unknown')
})
