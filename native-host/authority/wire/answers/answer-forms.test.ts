import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { classify } from './answer.ts'

const kindOf = (text: string, isMeasured = true) => classify(strToU8(text), isMeasured).kind
/** Expects each text to be of its kind. */
function expectKinds(kinds: Record<string, string>) {
  for (const [text, kind] of Object.entries(kinds)) expect([text, kindOf(text)]).toEqual([text, kind])
}
const ZIP = zipSync({ '1.xml': strToU8('<a/>'), 'semnatura_1.xml': strToU8('<b/>') })

/** A ZIP whose end record announces this many bytes of comment, followed by this many. */
function zipWithComment(told: number, there = told): Uint8Array {
  const bytes = new Uint8Array(ZIP.length + there).fill(0x20)
  bytes.set(ZIP)
  new DataView(bytes.buffer).setUint16(ZIP.length - 2, told, true)
  return bytes
}

test('E-21 a ZIP is whole with the longest comment, without entries, and with the comment that it tells', () => {
  const empty = zipSync({})
  for (const bytes of [empty, zipWithComment(10), zipWithComment(0xffff), zipWithComment(3, 5)])
    expect(classify(bytes)).toEqual({ kind: 'zip', bytes })
  for (const bytes of [zipWithComment(10, 7), zipWithComment(0xffff, 0xfffe)])
    expect(classify(bytes)).toEqual({ kind: 'cut-short' })
})

test('E-21 a ZIP that lacks bytes from its middle is cut short, though its end is there', () => {
  for (const missing of [1, 10, 30]) {
    const bytes = new Uint8Array([...ZIP.subarray(0, 40), ...ZIP.subarray(40 + missing)])
    expect([missing, classify(bytes)]).toEqual([missing, { kind: 'cut-short' }])
  }
})

test('E-21 a note has a text that says something, and a status of its own where it is a CustomErrorMessage', () => {
  for (const value of [
    [],
    [{ eroare: 'x' }],
    { eroare: ' ' },
    { eroare: { text: 'x' } },
    { message: 'x' },
    { message: 'x', status: 'Bad Request' },
    { message: 'x', status: '1400' },
    { message: 'x', status: '4000' },
    { message: 7, status: 400 },
    { status: 400 },
  ])
    expect(classify(strToU8(JSON.stringify(value)))).toEqual({ kind: 'json', value })
  expect(classify(strToU8('{"message":"x","status":" 400 "}'))).toEqual({
    ...{ kind: 'note', note: 'x', title: '', isMalformed: false, value: { message: 'x', status: ' 400 ' } },
  })
})

test('E-21 invalid JSON is reported as such; without a note it is an unknown answer', () => {
  const note = 'Pentru id=21 nu exista'
  for (const text of [
    `{"eroare" : "  Pentru   id=21\n\n nu exista " , "titlu" : "Descarcare mesaj",}`,
    `{"Eroare":"${note}","Titlu":"Descarcare mesaj",}`,
  ])
    expect(classify(strToU8(text))).toEqual({ kind: 'note', note, title: 'Descarcare mesaj', isMalformed: true })
  expect(classify(strToU8(`{"eroare":"${note}",}`))).toMatchObject({ note, title: '', isMalformed: true })
  expectKinds({ '{"mesaje":[],}': 'unknown', '[1,]': 'unknown', '{"mesaje":[': 'cut-short', 'x[': 'unknown' })
})

test('a note is read up to ten thousand characters', () => {
  const note = 'x'.repeat(10_001)
  for (const end of ['}', ',}'])
    expect(classify(strToU8(`{"eroare":"${note}"${end}`))).toMatchObject({ note: note.slice(1) })
})

test('E-03 E-08 XML is whole once its root is closed and nothing follows', () => {
  expectKinds({
    '<?xml version="1.0"?>': 'cut-short',
    '<!-- <header/> -->': 'cut-short',
    '</>': 'cut-short',
    '< />': 'cut-short',
    '</a><b></b>': 'cut-short',
    '<header></header><b': 'cut-short',
    '<header></header><b>': 'cut-short',
    '<header></header> b': 'cut-short',
    '<header></headers>': 'cut-short',
    '<header/><b': 'cut-short',
    '<header/> b': 'cut-short',
    "<header a='b>c' d=\"e>'f\"/>": 'xml',
    '<!-- a --><header></header>': 'xml',
  })
})

test('a page is known by its root, or by an html element near its beginning; XML with such words inside is none', () => {
  expectKinds({
    '<head><title>x</title></head>': 'html',
    '<BODY>x</BODY>': 'html',
    '<!-- a --><html></html>': 'html',
    'x <html></html>': 'html',
    '<header><body/><head/></header>': 'xml',
    [`<header a="${' '.repeat(2000)}"><html/></header>`]: 'xml',
  })
})

test('G-07 a page without a length is whole only with its end', () => {
  expect(kindOf(`<html></html>${'x'.repeat(201)}`, false)).toBe('cut-short')
  expect(kindOf(`<html></html>${'x'.repeat(100)}`, false)).toBe('html')
})

test('E-27 the firewall’s page is known by either of its sentences, with its number as written', () => {
  const supportIds = {
    'Request<br>Rejected': '?',
    'Request <b>rejected</b>. Support ID: ab-12': 'ab-12',
    'Request rejected. Support ID 12': '12',
    'Request rejected. Support ID :12': '12',
    'Your support ID is 12': '12',
    'Your support ID is:12': '12',
  }
  for (const [text, supportId] of Object.entries(supportIds))
    expect([text, classify(strToU8(`<html><p>${text}</p></html>`))]).toEqual([text, { kind: 'firewall', supportId }])
  expectKinds({ 'Request rejected <html></html>': 'firewall' })
})

test('G-04 a page that leads to the gateway is its wall, one that links to it or names it is not', () => {
  expectKinds({
    [`<html><form action="/my.policy">${'x'.repeat(1000)}</html>`]: 'login-wall',
    [`<html>${'x'.repeat(1000)}<form action="https://a.localhost/vdesk/x"></html>`]: 'login-wall',
    '<html><a href="/vdesk/hangup.php3">Iesire</a></html>': 'html',
    '<html>/my.policy</html>': 'html',
    '<html><a href="/vdesk/hangup.php3">Iesire</a><form action="/my.policy"></form></html>': 'login-wall',
    [`<html>${'<a href="/vdesk/hangup.php3">Iesire</a>'.repeat(101)}</html>`]: 'html',
  })
})

test('a page is known by its words between the tags, and by none within them', () => {
  expectKinds({
    '<html><body class="maintenance" title="Request rejected">It works</body></html>': 'html',
    '<html><p>Service<br/>unavailable</p></html>': 'maintenance',
    '<html><p>Prezentare <b class="x">certificat</b></p></html>': 'login-wall',
    // An unfinished tag is text.
    '<html><p>Serviciu <indisponibil': 'maintenance',
  })
})
