import { describe, expect, test } from 'vitest'
import { classify } from '../wire/answers/answer.ts'
import { parseUploadAnswer, readUploadAnswer } from './upload-answer.ts'
import { parseUploadStatus } from './upload-status.ts'

const upload = (attributes: string, content = '') =>
  parseUploadAnswer(`<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" ${attributes}>${content}</header>`)
const status = (attributes: string, content = '') =>
  parseUploadStatus(`<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1" ${attributes}>${content}</header>`)

test('E-03 an accepted upload has an index, and an answer without one is not understood', () => {
  expect(upload('ExecutionStatus="0" index_incarcare="3828"')).toEqual({ outcome: 'accepted', uploadIndex: '3828' })
  for (const attributes of [
    'ExecutionStatus="0"',
    'ExecutionStatus="2" index_incarcare="1"',
    'index_incarcare="1"',
    '',
  ])
    expect(upload(attributes)).toBeUndefined()
})

test('E-03 a rejection has every errorMessage, with its line breaks', () => {
  const errors = '<Errors errorMessage="una &amp; alta"/>\r\n<Errors errorMessage="pe&#xA;doua"/>'
  expect(upload('ExecutionStatus="1"', errors)).toEqual({ outcome: 'rejected', findings: ['una & alta', 'pe\ndoua'] })
})

test('E-03 an index is digits alone, with or without space around them', () => {
  expect(upload('ExecutionStatus="0" index_incarcare=" 3828 "')).toEqual({ outcome: 'accepted', uploadIndex: '3828' })
  for (const index of ['', 'x3828', '3828x', '38 28', '-3828', '1'.repeat(21)])
    expect([index, upload(`ExecutionStatus="0" index_incarcare="${index}"`)]).toEqual([index, undefined])
})

test('E-05 a header that says both accepted and rejected, or neither, is not understood', () => {
  const error = '<Errors errorMessage="una"/>'
  for (const [attributes, content] of [
    ['ExecutionStatus="1"', ''],
    ['ExecutionStatus="1"', '<Errors/>'],
    ['ExecutionStatus="1" index_incarcare="3828"', error],
    ['ExecutionStatus="0" index_incarcare="3828"', error],
    ['ExecutionStatus="0" index_incarcare="3828"', '<Errors/>'],
    ['ExecutionStatus="2"', error],
    ['', error],
  ] as const)
    expect([attributes, upload(attributes, content)]).toEqual([attributes, undefined])
})

describe('a CustomErrorMessage', () => {
  const note = JSON.stringify({
    ...{ timestamp: '2026-11-20T10:00:00Z', status: 400, error: 'Bad Request' },
    message: 'Parametrul cif lipseste',
  })
  const read = (text: string, status = 400) => {
    const bytes = Buffer.from(text)
    const rest = { contentType: undefined, location: undefined, setCookies: [], sentAt: 0, receivedAt: 0 }
    return readUploadAnswer({ status, body: classify(bytes), bytes, ...rest })
  }

  test.each(['', '\n', '\uFEFF', '\uFEFF\uFEFF', '\u00A0', '\u2028', '\v'])('is read within %j', around => {
    const rejection = { outcome: 'rejected', findings: ['Parametrul cif lipseste'] }
    expect(read(`${around}${note}${around}`)).toEqual(rejection)
  })

  test('that is cut, goes on or came with another status proves nothing', () => {
    for (const text of [note.slice(0, -1), `${note}\u00A0{}`, `${note}!`, `[${note}]`, '\u00A0'])
      expect([text, read(text)]).toEqual([text, undefined])
    expect(read(note, 200)).toBeUndefined()
  })
})

test('E-07 reads the four states; ok and nok carry the id to download', () => {
  expect(status('stare="ok" id_descarcare="1234"')).toEqual({ kind: 'ok', downloadId: '1234' })
  expect(status('stare="nok" id_descarcare="123"')).toEqual({ kind: 'nok', downloadId: '123' })
  expect(status('stare="in prelucrare"')).toEqual({ kind: 'processing' })
  expect(status('stare="XML cu erori nepreluat de sistem"')).toEqual({ kind: 'not-taken' })
  for (const attributes of ['stare="ok"', 'stare="altceva"', '']) expect(status(attributes)).toBeUndefined()
})

test('E-08 Errors without stare is about the query', () => {
  const message = 'Nu exista factura cu id_incarcare= 15000'
  expect(status('', `<Errors errorMessage="${message}"/>`)).toEqual({ kind: 'query-error', messages: [message] })
})

test('the header is found by its local name, whatever its prefix; other roots are not read', () => {
  const xml = '<n:header xmlns:n="mfp:anaf:dgti:efactura:stareMesajFactura:v1" stare="in prelucrare"/>'
  expect(parseUploadStatus(xml)).toEqual({ kind: 'processing' })
  for (const other of ['<stare stare="ok" id_descarcare="1"/>', '<html/>', '<header', '<!DOCTYPE header><header/>'])
    expect([parseUploadStatus(other), parseUploadAnswer(other)]).toEqual([undefined, undefined])
})
