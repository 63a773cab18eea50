import { describe, expect, test } from 'vitest'
import { findingOf } from '../../../../shared/documents/findings.ts'
import { readDeclarationStatusPage } from '../../../../shared/pages/declaration-status-pages.ts'
import { readAnswer } from '../../../../shared/pages/parse-page.ts'
import { readPortalPage } from '../../../../shared/pages/portal-pages.ts'
import { readDetails } from '../../efactura/lists/details.ts'
import { dailyLimitOf, isNoLongerThere, isPageBeyondLast, isRangeRefused, quotedMoment } from '../../efactura/notes.ts'
import { withoutSchemaLocation } from '../../efactura/schema-location.ts'
import { parseUploadAnswer } from '../../efactura/upload-answer.ts'
import { parseUploadStatus } from '../../efactura/upload-status.ts'
import { parseReceipt, parseServedOn } from '../../spv/message-details.ts'
import { readSpvNote } from '../../spv/spv-notes.ts'
import { classify } from './answer.ts'
import { isNoMessages } from './notes.ts'

/** Every reader of foreign texts that works on the main thread. */
const READERS: Record<string, (text: string) => unknown> = {
  classify: text => classify(Buffer.from(text)),
  readPortalPage: html => readPortalPage(readAnswer(html)),
  readDeclarationStatusPage: html => readDeclarationStatusPage(readAnswer(html)),
  parseUploadAnswer,
  parseUploadStatus,
  readDetails,
  readSpvNote,
  dailyLimitOf,
  isNoLongerThere,
  isNoMessages,
  isPageBeyondLast,
  isRangeRefused,
  quotedMoment: text => quotedMoment(text, 0),
  parseReceipt,
  parseServedOn,
  findingOf,
  withoutSchemaLocation: text => withoutSchemaLocation(Buffer.from(text)),
}

const MEGABYTE = 1_000_000
const of = (piece: string, before = '', after = '') =>
  `${before}${piece.repeat(Math.ceil(MEGABYTE / piece.length))}${after}`
const numbered = (piece: (n: number) => string) => {
  const pieces: string[] = []
  for (let n = 0, length = 0; length < MEGABYTE; n++) length += pieces[pieces.push(piece(n)) - 1]?.length ?? 0
  return pieces.join('')
}
const HEAD = `<table><tr>${[
  'Index',
  'Tip document',
  'Stare document',
  'Data inregistrare',
  'Consulta',
  'Data incarcare',
]
  .map(name => `<th>${name}</th>`)
  .join('')}</tr>`
const row = (state: string) =>
  `${HEAD}<tr><td>1</td><td>D300</td><td>${state}</td><td>1</td><td></td><td></td></tr></table>`
const FILED = 'Fisierul cu numele "a.pdf" a fost depus cu succes. Indexul este 11. '

/** The slowest texts, by the reader that they target. */
const WORST: Record<string, string> = {
  'a field of broken JSON': of(' "a" ', '{"eroare":"x'),
  'a field of broken JSON, with commas': of(', "a" ', '{"eroare":"x'),
  'a field of broken JSON, with spaces': of(' ', '{"eroare":"x', 'y'),
  'a field of broken JSON, with braces': of('}', '{"eroare":"x', 'y'),
  'many fields of broken JSON': of('"eroare" : ', '{'),
  'tags without an end': of('<', '<html>'),
  'names without an end': of('<a', '<html>'),
  'attributes without an end': of(' a', '<html><a'),
  'attributes with values': numbered(n => `${n === 0 ? '<html><a' : ''} a${n}="1"`),
  'attributes behind a quoted bracket': numbered(n => `${n === 0 ? '<html><a b=">" c="<"' : ''} a${n}`),
  'attributes behind a comment': numbered(n => `${n === 0 ? '<html><!-- <a b=" --><a' : ''} a${n}`),
  location: of('location ', '<html>'),
  'location and addresses': of('location=https://a', '<html>'),
  'mentions of the gateway': of('/vdesk/', '<html>'),
  'nested formatting': of('<b>', '<html>'),
  'nested formatting of many kinds': numbered(n => `${n === 0 ? '<html>' : ''}<b id=${n}>`),
  'nested formatting with ends of others': of('<b></i><p>', '<html>'),
  'formatting made anew': numbered(n => (n < 150 ? `<font id=${n}>` : '<p>x')),
  'nested blocks': of('<div>', '<html>'),
  'nested blocks and paragraphs': of('<div><p>', '<html>'),
  'nested tables': of('<table><tr><td>', '<html>'),
  'text within nested bold': of(`${FILED}x `, `${'<b>'.repeat(150)}${FILED}`, '</b>'.repeat(150)),
  'spaces within nested bold': of(' ', `${'<b>'.repeat(150)}${FILED}`, '</b>'.repeat(150)),
  'the sentence, again and again': of('Fisierul cu numele ', '<html>'),
  'the sentence with quotes': of('Fisierul cu numele "a ', '<html>'),
  'a state of dots': row(of('.', 'in', 'x')),
  'a state of spaces': row(of(' &nbsp;', 'in', 'x')),
  'states in nested tables': row(`${'<table><tr><td>'.repeat(40)}${of('x')}${'</td></tr></table>'.repeat(40)}`),
  'an input that is called invalid': of('nu a-i introdus ', '<html>'),
  'links with semicolons': row(`<a href="${of(';')}">x</a>`),
  'styles of spaces': `<html><span style="${of('; ')}">x</span>`,
  entities: of('&amp;', '<html>'),
  'support ids': of('support id ', '<html>'),
  'who sent it': of('emisa de cif_emitent=', ''),
  'who sent it for whom': of('emisa de cif_emitent=a pentru ', ''),
  'errors with codes': of('eroare cod ', ''),
  'the moment of the request': of('momentul requestului ', ''),
  'pages that were asked for': of('mai mare ', 'pagina solicitata '),
  'combining characters': of('a\u0301\u0327', ''),
  elements: `<header>${of('<a/>')}</header>`,
  'elements of many levels': of('<a>', '<header>'),
  'attributes of XML': numbered(n => `${n === 0 ? '<header' : ''} a${n}="1"`),
  'one attribute of XML': `<header a="${of('&amp;')}"/>`,
  'a text of XML': `<header>${of('&lt;x ')}</header>`,
  comments: of('<!-- ', '<header schemaLocation="">'),
  instructions: of('<? ', '<header schemaLocation="">'),
  'tags of XML without an end': of('<a b="1" ', 'schemaLocation'),
  'attributes in one tag of XML': of(' b="1"', 'schemaLocation<a'),
  'spaces within a tag of XML': of(' ', '<a', '><b xsi:schemaLocation="x"/>'),
  spaces: of(' ', 'a', 'a'),
  digits: of('1'),
  'digits and spaces': of('1 '),
  letters: of('a'),
  codes: of('RO 1 '),
  labels: of('c u i '),
  brackets: of('[A-1'),
  'digits behind a bracket': of('1', '[A'),
}

/**
 * Processor time of this thread, ms: the machine's other work does not count. The best of several tries, up to the
 * first quick enough one: code warms up, and other cores share this one's caches.
 */
function timeOf(work: () => unknown, limit: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 8 && best > limit; tries++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

describe('no reader scans a text again and again', () => {
  test.each(Object.keys(READERS))('1 MB of the worst takes %s no longer than 400 ms', name => {
    const slow = Object.entries(WORST).flatMap(([what, text]) => {
      const time = timeOf(() => READERS[name]?.(text), 400)
      return time > 400 ? [`${what}: ${Math.round(time)} ms`] : []
    })
    expect(slow).toEqual([])
  })

  test('pages just short enough to be parsed take only a moment', () => {
    const slow = Object.entries(WORST).flatMap(([what, text]) => {
      const page = text.slice(0, 499_000)
      const readBoth = () => [readPortalPage(readAnswer(page)), readDeclarationStatusPage(readAnswer(page))]
      const time = timeOf(readBoth, 1000)
      return time > 1000 ? [`${what}: ${Math.round(time)} ms`] : []
    })
    expect(slow).toEqual([])
  })
})
