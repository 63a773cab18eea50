// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readShown } from '../../shared/pages/parse-page.ts'
import { readPortalPage } from '../../shared/pages/portal-pages.ts'
import { seenPage } from './seen-page.ts'

/** The browser's HTML for the first part of a page, or for all of it. */
const shown = (html: string) => `<html><head></head><body>${html}</body></html>`
const sentence = (index: string) =>
  `<p>Fi&#351;ierul dumneavoastr&#259; cu numele "<b>d300.pdf</b>" a fost depus cu succes. Indexul este <b>${index}</b></p>`
const SUCCESS = shown(`<table border="0"><tbody><tr><td>${sentence('1100000001')}</td></tr></tbody></table>\n`)

const read = (html: string) => readPortalPage(seenPage(new DOMParser().parseFromString(html, 'text/html')))

test('a page of the browser reads as the host reads its text', () => {
  expect(read(SUCCESS)).toEqual({ kind: 'filed', uploadIndex: '1100000001', fileName: 'd300.pdf' })
  const form = '<form><input type="file" name="linkdoc"></form>'
  for (const html of [SUCCESS, shown(form), shown('<p>Certificatul nu a fost prezentat</p>')])
    expect(read(html)).toEqual(readPortalPage(readShown(html)))
})

test('D-02 an error page, a truncated page and unknown wording do not count as a submission', () => {
  for (const html of [
    '<p>Ne cerem scuze, dar cererea dumneavoastra nu a putut fi indeplinita!</p><p>Motivul: <span style="color: red">Nu ati selectat fisierul</span></p>',
    '<p>Succes! Indexul este <b>1100000001</b>.</p>',
    SUCCESS.replace('cu succes', 'cu erori'),
    SUCCESS.replace(/<\/?b>/g, ''),
    // Cut within the index: the browser has closed what was open.
    shown(`<table border="0"><tbody><tr><td>${sentence('110')}</td></tr></tbody></table>`),
    '',
  ])
    expect(read(html).kind, html).not.toBe('filed')
})

test('a page of more elements than the authority’s have is not read', () => {
  expect(read(SUCCESS.replace('<p>', `${'<i></i>'.repeat(40_000)}<p>`)).kind).toBe('unknown')
})
