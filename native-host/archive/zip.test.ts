import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { anInvoice, DETACHED } from './fixture.ts'
import { isZip, readMembers } from './zip.ts'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const enveloped = (document: string) =>
  document.replace('</Invoice>', `<Signature xmlns="${DSIG}"><SignedInfo/></Signature></Invoice>`)

/** Everything about the shape that must not matter: order and names of the files, with and without packing. */
function* shapes(document: Uint8Array, signature: Uint8Array) {
  for (const level of [0, 9] as const) {
    yield zipSync({ '5001.xml': document, 'semnatura_5001.xml': signature }, { level })
    yield zipSync({ 'semnatura_5001.xml': signature, '5001.xml': document }, { level })
    yield zipSync({ 'semnatura_5001.xml': document, '5001.xml': signature }, { level })
    yield zipSync({ '1': signature, '2': document }, { level })
  }
}

describe('E-19 the signature is found by content, whatever order and names say, and both files come out byte for byte', () => {
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

test('a lone file is the document or the signature by its content', () => {
  expect(readMembers(zipSync({ a: strToU8(anInvoice()) })).document).toBeDefined()
  expect(readMembers(zipSync({ a: strToU8(DETACHED) }))).toMatchObject({
    document: undefined,
    signature: strToU8(DETACHED),
  })
})

describe('a ZIP whose files cannot be told apart or trusted gives none, and is a ZIP all the same', () => {
  const document = strToU8(anInvoice())
  const signature = strToU8(DETACHED)
  const good = () => zipSync({ 'a.xml': document, 'b.xml': signature })
  const patched = (offset: number, value: number) => {
    const zip = good()
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

test('names that lead elsewhere lead nowhere', () => {
  const zip = zipSync({ '../../etc/passwd': strToU8(anInvoice()), '/C:\\x': strToU8(DETACHED) })
  expect(readMembers(zip).document).toEqual(strToU8(anInvoice()))
})

test('what is cut off or something else is no ZIP', () => {
  const zip = zipSync({ 'a.xml': strToU8(anInvoice()), 'b.xml': strToU8(DETACHED) })
  for (const length of [0, 3, 4, 100, zip.length - 40, zip.length - 1])
    expect(isZip(zip.subarray(0, length))).toBe(false)
  for (const text of ['', 'PK', '{"eroare":"x"}', '<html>', 'PK\u0003\u0004 and nothing more of it', '%PDF-1.7'])
    expect(isZip(strToU8(text))).toBe(false)
  expect(isZip(zip)).toBe(true)
})
