import { expect, test } from 'vitest'
import { parseUploadAnswer } from './upload-answer.ts'
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
