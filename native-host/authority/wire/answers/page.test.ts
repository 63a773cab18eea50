import { expect, test } from 'vitest'
import { answerOf, wireOf } from '../wire.fixture.ts'
import { decodePage, explainPage } from './page.ts'

const latin1 = (text: string) => Uint8Array.from(text, char => char.charCodeAt(0))

test('a page’s text is in the character set that its answer names, else the page, else windows-1252', () => {
  const utf8 = new TextEncoder().encode('ș')
  const meta = (set: string) => `<html><meta http-equiv="x" content="text/html; charset=${set}">`
  for (const [contentType, bytes, text] of [
    ['text/html; charset=UTF-8', utf8, 'ș'],
    ['text/html;CHARSET = "iso-8859-2"', latin1('\xba'), 'ş'],
    ['text/html', latin1('\x96'), '–'],
    [undefined, latin1('\x96'), '–'],
    ['text/html; charset=nobody-knows', latin1('\x96'), '–'],
    ['text/html', latin1(`${meta('iso-8859-2')}\xba`), `${meta('iso-8859-2')}ş`],
    ['text/html; charset=windows-1252', latin1(`${meta('iso-8859-2')}\x96`), `${meta('iso-8859-2')}–`],
    [undefined, latin1(`${' '.repeat(2048)}${meta('iso-8859-2')}\x96`), `${' '.repeat(2048)}${meta('iso-8859-2')}–`],
  ] as const)
    expect([contentType, decodePage({ contentType, bytes })]).toEqual([contentType, text])
})

test('an unexpected page is cut, or explained like any other answer', async () => {
  const { http } = wireOf(() => answerOf(200, ''))
  const explained = async (status: number, text: string) => {
    const { reason, params } = await explainPage(http, 'portal', answerOf(status, text))
    return [reason, params.problem]
  }
  const cut = ['answer-unexpected', 'the end of the page is missing']
  expect(await explained(200, '<html><p>x')).toEqual(cut)
  expect(await explained(200, '<p></p>')).toEqual(cut)
  expect(await explained(200, '<html><p>x</p></html>')).toEqual(['answer-unexpected', 'HTTP 200, html'])
  expect(await explained(404, '<html><p>x')).toEqual(['answer-unexpected', 'HTTP 404, html'])
  expect(await explained(200, '{}')).toEqual(['answer-unexpected', 'HTTP 200, json'])
  expect(await explained(503, '<html><p>x')).toEqual(['maintenance', undefined])
})
