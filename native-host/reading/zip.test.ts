import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { anInvoice, DETACHED } from '../archive/core/test-archive.fixture.ts'
import { readMembers } from './zip.ts'
import { isZip } from './zip-entries.ts'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const enveloped = (document: string) =>
  document.replace('</Invoice>', `<Signature xmlns="${DSIG}"><SignedInfo/></Signature></Invoice>`)

/** Differences that must not matter: order, names and packing of the files. */
function* shapes(document: Uint8Array, signature: Uint8Array) {
  for (const level of [0, 9] as const) {
    yield zipSync({ '5001.xml': document, 'semnatura_5001.xml': signature }, { level })
    yield zipSync({ 'semnatura_5001.xml': signature, '5001.xml': document }, { level })
    yield zipSync({ 'semnatura_5001.xml': document, '5001.xml': signature }, { level })
    yield zipSync({ '1': signature, '2': document }, { level })
  }
}

describe('E-19 the signature is found by its content, whatever the order and the names, and both files come out byte for byte', () => {
  const invoice = anInvoice()
  const own = anInvoice().replace('<cbc:ID>', `<X xmlns:s="${DSIG}"><s:Signature/></X><cbc:ID>`)
  const errors = '<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1"><Error errorMessage="x"/></header>'
  const cases: [string, string, string][] = [
    ['a detached signature', invoice, DETACHED],
    ['a signed copy of the document', invoice, enveloped(invoice)],
    ["a document that its issuer had signed, the ministry's copy of it", own, enveloped(own)],
    ['a document that its issuer had signed, a detached signature', own, DETACHED],
    ['an errors file', errors, DETACHED],
    ['a document that is no XML', 'not xml', DETACHED],
    ['a document that speaks of signatures', invoice.replace('Furnizor', DSIG), DETACHED],
    ['CRLF and a byte order mark', `\ufeff${invoice.replaceAll('\n', '\r\n')}`, `\ufeff${DETACHED}\r\n`],
  ]
  test.each(cases)('%s', (_, document, signature) => {
    for (const zip of shapes(strToU8(document), strToU8(signature))) {
      const members = readMembers(zip)
      expect(Buffer.from(members.document ?? []).toString()).toBe(document)
      expect(Buffer.from(members.signature ?? []).toString()).toBe(signature)
    }
  })
})

describe('the invoice is read whatever its name and place, and whatever else is in the ZIP', () => {
  const invoice = anInvoice()
  const signed = invoice.replace('<cbc:ID>', `<X xmlns:s="${DSIG}"><s:Signature/></X><cbc:ID>`)
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(invoice, 'utf16le')])
  const cms = new Uint8Array([0x30, 0x82, 0x01, 0x00, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02])
  const other = strToU8('<semnatura><valoare>MIIB</valoare></semnatura>')
  const notes = { 'citeste.txt': strToU8('Citiți'), '__MACOSX/._a.xml': new Uint8Array([0, 5, 22, 7]) }
  const folders = { 'f/': new Uint8Array(), 'f/g/': new Uint8Array() }
  const detached = strToU8(DETACHED)
  const plain = strToU8(invoice)
  /** The files of the ZIP, the name of the invoice, the name of the signature. */
  const cases: [string, Record<string, Uint8Array>, string, string?][] = [
    ['a signature in CMS', { 'factura mea.bin': plain, 'factura mea.p7s': cms }, 'factura mea.bin', 'factura mea.p7s'],
    ['a signature of an unknown form, first', { 'semnatura_1.xml': other, x: plain }, 'x', 'semnatura_1.xml'],
    ['names the wrong way round', { '1.xml': cms, 'semnatura_1.xml': plain }, 'semnatura_1.xml', '1.xml'],
    ["an issuer's own signature beside one in CMS", { a: strToU8(signed), b: cms }, 'a', 'b'],
    ['folders', { ...folders, 'f/g/x.xml': plain, 'f/s.xml': detached }, 'f/g/x.xml', 'f/s.xml'],
    ['other files', { ...notes, 'x.xml': plain, 's.xml': detached }, 'x.xml', 's.xml'],
    ['other files and a signature that cannot be told', { ...notes, x: plain, y: cms }, 'x'],
    ['a byte order mark, UTF-8', { a: strToU8(`\ufeff${invoice}`), b: cms }, 'a', 'b'],
    ['a byte order mark, UTF-16', { a: new Uint8Array(utf16), b: cms }, 'a', 'b'],
    ['a folder and nothing but the invoice', { 'f/': new Uint8Array(), 'f/x': plain }, 'f/x'],
  ]
  test.each(cases)('E-19 %s', (_, files, document, signature = '') => {
    const members = readMembers(zipSync(files))
    expect(members.document).toEqual(files[document])
    expect(members.documentRoot?.name).toBe('Invoice')
    expect(members.signature).toEqual(files[signature])
  })

  test('two different invoices, or far too many files, give no document', () => {
    const two = { a: strToU8(invoice), b: strToU8(invoice.replace('</', ' </')), c: detached, ...notes }
    expect(readMembers(zipSync(two)).document).toBeUndefined()
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.txt`, strToU8('x')]))
    expect(readMembers(zipSync({ ...many, a: strToU8(invoice) })).document).toBeUndefined()
  })
})

test('a single file is the document or the signature, by its content', () => {
  expect(readMembers(zipSync({ a: strToU8(anInvoice()) })).document).toBeDefined()
  expect(readMembers(zipSync({ a: strToU8(DETACHED) }))).toMatchObject({
    document: undefined,
    signature: strToU8(DETACHED),
  })
})

describe('a ZIP whose files cannot be identified or trusted gives none, and counts as a ZIP all the same', () => {
  const document = strToU8(anInvoice())
  const signature = strToU8(DETACHED)
  const sizeOf = ({ length }: Uint8Array) => new Uint8Array(new BigUint64Array([BigInt(length)]).buffer)
  const patched = (offset: number, value: number, extra: Record<number, Uint8Array> = {}) => {
    const zip = zipSync({ 'a.xml': [document, { extra }], 'b.xml': signature })
    const view = new DataView(zip.buffer, zip.byteOffset)
    const entry = Buffer.from(zip).indexOf('PK\u0001\u0002', 0, 'latin1')
    view.setUint32(entry + offset, value, true)
    return zip
  }
  const cases: [string, Uint8Array][] = [
    ['no files', zipSync({})],
    ['three files', zipSync({ 'a.xml': document, 'b.xml': signature, 'c.xml': document })],
    ['two documents', zipSync({ 'a.xml': document, 'b.xml': document })],
    ['two signatures', zipSync({ 'a.xml': signature, 'b.xml': signature })],
    ['a wrong checksum', patched(16, 1)],
    ['a size that is a lie, smaller', patched(24, 10)],
    ['a size that is a lie, gigantic', patched(24, 0xfffffff0)],
    ['an unknown packing', patched(8, 0x00630000)],
    ['a place beyond its end', patched(42, 0xfffffff0)],
    ['a large size that is cut short', patched(24, 0xffffffff, { 1: new Uint8Array(4) })],
    ['a large size in a field of another meaning', patched(24, 0xffffffff, { 2: sizeOf(document) })],
  ]
  test.each(cases)('%s', (_, zip) => {
    const { document, signature } = readMembers(zip)
    expect([document, signature]).toEqual([undefined, undefined])
    expect(isZip(zip)).toBe(true)
  })

  test('a bomb is not unpacked', () => {
    const bomb = zipSync({ 'a.xml': new Uint8Array(70_000_000), 'b.xml': signature })
    expect(bomb.length).toBeLessThan(200_000)
    expect(readMembers(bomb).signature).toBeUndefined()
  })
})

test('a large size in the field for it is the file’s size', () => {
  const document = strToU8(anInvoice())
  const size = new Uint8Array(new BigUint64Array([BigInt(document.length)]).buffer)
  const zip = zipSync({ 'a.xml': [document, { extra: { 1: size } }], 'b.xml': strToU8(DETACHED) })
  const entry = Buffer.from(zip).indexOf('PK\u0001\u0002', 0, 'latin1')
  new DataView(zip.buffer, zip.byteOffset).setUint32(entry + 24, 0xffffffff, true)
  expect(readMembers(zip).document).toEqual(document)
})

test('H-12 a bomb that declares a few bytes is unpacked no further', () => {
  const block = deflateRawSync(new Uint8Array(1_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([...Array.from({ length: 600 }, () => block), deflateRawSync('')])
  const zip = zipSync({ 'a.xml': [packed, { level: 0 }], 'b.xml': strToU8(DETACHED) })
  const entry = Buffer.from(zip).indexOf('PK\u0001\u0002', 0, 'latin1')
  const view = new DataView(zip.buffer, zip.byteOffset)
  view.setUint16(entry + 10, 8, true)
  view.setUint32(entry + 24, 10, true)
  const program = join(import.meta.dirname, 'peak.fixture.ts')
  const { grown, files } = JSON.parse(execFileSync(process.execPath, [program], { input: zip, encoding: 'utf8' }))
  expect(files).toBe(0)
  expect(grown).toBeLessThan(60)
})

test('names that lead elsewhere lead nowhere', () => {
  const zip = zipSync({ '../../etc/passwd': strToU8(anInvoice()), '/C:\\x': strToU8(DETACHED) })
  expect(readMembers(zip).document).toEqual(strToU8(anInvoice()))
})

test('a truncated ZIP, or another file, is not a ZIP', () => {
  const zip = zipSync({ 'a.xml': strToU8(anInvoice()), 'b.xml': strToU8(DETACHED) })
  for (const length of [0, 3, 4, 100, zip.length - 40, zip.length - 1])
    expect(isZip(zip.subarray(0, length))).toBe(false)
  for (const text of ['', 'PK', '{"eroare":"x"}', '<html>', 'PK\u0003\u0004 and nothing more of it', '%PDF-1.7'])
    expect(isZip(strToU8(text))).toBe(false)
  expect(isZip(zip)).toBe(true)
})
