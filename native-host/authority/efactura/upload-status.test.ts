import { expect, test } from 'vitest'
import { classify } from '../wire/answers/answer.ts'
import { parseUploadStatus } from './upload-status.ts'

const NS = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1'
const NOTE = 'Nu exista factura cu id_incarcare= 15000'

const FORMS: [string, string][] = [
  ['below the header', `<header xmlns="${NS}"><Errors errorMessage="${NOTE}"/></header>`],
  ['below a header without a namespace', `<header><Errors errorMessage="${NOTE}"/></header>`],
  ['as the root', `<Errors xmlns="${NS}" errorMessage="${NOTE}"/>`],
  ['as the root, without a namespace', `<Errors errorMessage="${NOTE}"/>`],
  ['as the root, prefixed', `<s:Errors xmlns:s="${NS}" errorMessage="${NOTE}"></s:Errors>`],
  ['as the root, with an entry within', `<Errors><Error errorMessage="${NOTE}"/></Errors>`],
  ['as the root, as its text', `\ufeff<?xml version="1.0"?>\r\n<Errors>\r\n  ${NOTE}\r\n</Errors>`],
]
test.each(FORMS)('E-08 an error about the query, %s, is never a state', (_, xml) => {
  expect(parseUploadStatus(xml)).toEqual({ kind: 'query-error', messages: [NOTE] })
})

test('E-08 several errors are all reported; a root without words is not an answer', () => {
  const several = '<Errors><Errors errorMessage="a"/><Errors errorMessage="b"/></Errors>'
  expect(parseUploadStatus(several)).toEqual({ kind: 'query-error', messages: ['a', 'b'] })
  for (const xml of ['<Errors/>', '<Errors stare="ok" id_descarcare="1"/>', '<header/>', '<Terrors errorMessage="x"/>'])
    expect(parseUploadStatus(xml)).toBeUndefined()
})

test('E-07 E-08 only the documented states, with digits to download by, and only Errors are an answer', () => {
  expect(parseUploadStatus('<header stare=" OK " id_descarcare=" 1234 "/>')).toEqual({ kind: 'ok', downloadId: '1234' })
  for (const xml of [
    '<header stare="altceva" id_descarcare="1234"/>',
    '<header stare="okay" id_descarcare="1234"/>',
    '<header stare="" id_descarcare="1234"/>',
    ...['', 'x12', '12x', '1 2', '1'.repeat(21)].map(id => `<header stare="ok" id_descarcare="${id}"/>`),
    `<header><Info errorMessage="${NOTE}"/></header>`,
    `<header><ErrorsOf errorMessage="${NOTE}"/></header>`,
    `<Errors><Info errorMessage="${NOTE}"/></Errors>`,
    '<Errors errorMessage=" "/>',
  ])
    expect([xml, parseUploadStatus(xml)]).toEqual([xml, undefined])
  const spaced = `<header><Errors errorMessage=" ${NOTE} "/><Errors errorMessage=" ">${NOTE}</Errors></header>`
  expect(parseUploadStatus(spaced)).toEqual({ kind: 'query-error', messages: [NOTE, NOTE] })
})

const header = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1"${inner}`

test('E-08 an answer of stareMesaj that is cut at any byte says nothing about the upload or the query', () => {
  const whole = [
    header(' stare="nok" id_descarcare="123"/>'),
    header(' stare="ok" id_descarcare="1234"></header>'),
    header(' stare="XML cu erori nepreluat de sistem"/>'),
    header('>\r\n    <Errors errorMessage="Nu exista factura cu id_incarcare= 15000 > 7"/>\r\n</header>'),
    header(
      '>\n<Errors errorMessage="S-au facut deja 100 interogari in cursul zilei"/>\n<Errors errorMessage="x"/></header>',
    ),
  ]
  const read = (bytes: Uint8Array) => {
    const body = classify(bytes)
    return body.kind === 'xml' ? parseUploadStatus(body.text) : undefined
  }
  for (const text of whole) {
    const bytes = new TextEncoder().encode(text)
    expect(read(bytes), text).toBeDefined()
    for (let length = 0; length < bytes.length; length++)
      expect(read(bytes.subarray(0, length)), text.slice(0, length)).toBeUndefined()
  }
})

test('E-07 an upload whose status says "ok" and names errors is not accepted', () => {
  const status = (inner: string) => parseUploadStatus(header(` stare="ok" id_descarcare="1234">${inner}</header>`))
  expect(status('')).toEqual({ kind: 'ok', downloadId: '1234' })
  for (const inner of ['<Errors errorMessage="x"/>', '<error>x</error>']) expect(status(inner)).toBeUndefined()
  const refused = header(' stare="nok" id_descarcare="1234"><Errors errorMessage="x"/></header>')
  expect(parseUploadStatus(refused)).toEqual({ kind: 'nok', downloadId: '1234' })
})
