import { inflateRawSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'
import { createCertificateAuthority } from '../certificates.ts'
import { reply, xml } from '../http.ts'
import { createWorld } from '../world/world.ts'
import { type Hostile, hostile } from './hostile.ts'
import { createZips } from './zips.ts'

const ministry = await (await createCertificateAuthority('test')).issueSigningCertificate()
const world = createWorld({ now: () => Date.UTC(2026, 10, 21, 10) })
world.addCompany('14399840', 'Țiglăria „Făgăraș” SRL')
const { messages, upload } = world.addInvoice({ seller: '14399840', buyer: '21' })
const [message] = messages
if (!message) throw new Error('the company has a message')
const zip = createZips(ministry).of(message)
const name = `${upload.uploadIndex}.xml`
const bad = (what: Hostile) => hostile(what, reply(200, 'application/zip', zip)).body

test('ZIPs with other members than two', () => {
  const names = (what: Hostile) => Object.keys(unzipSync(bad(what))).sort()
  expect(names('zip-three-members')).toEqual([name, 'altul.xml', `semnatura_${name}`])
  expect(names('zip-one-member')).toEqual([name])
  expect(names('zip-traversal')).toEqual(['../../x', `semnatura_${name}`])
})

test('other encodings of the same document', () => {
  const original = Buffer.from(unzipSync(zip)[name] ?? []).toString()
  const read = (what: Hostile) => unzipSync(bad(what))[name] ?? new Uint8Array()
  expect([...read('utf8-bom').subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const latin2 = decodeXml(read('iso-8859-2'))
  expect(latin2).toContain('encoding="ISO-8859-2"')
  expect(latin2.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toContain(
    original.slice(original.indexOf('<Invoice')),
  )
})

test('a bomb is small and inflates to 600 MB, also when it lies about it', () => {
  for (const what of ['zip-bomb', 'zip-bomb-lying'] as const) {
    const bytes = bad(what)
    expect(bytes.length).toBeLessThan(2_000_000)
    expect(bytes.readUInt32LE(22)).toBe(what === 'zip-bomb' ? 600 * 1024 * 1024 + 19 : 1000)
    const from = 30 + bytes.readUInt16LE(26)
    const packed = bytes.subarray(from, from + bytes.readUInt32LE(18))
    expect(() => inflateRawSync(packed, { maxOutputLength: 500_000_000 })).toThrow('larger than')
  }
})

test('entities that multiply stand in documents and in answers', () => {
  const document = Buffer.from(unzipSync(bad('billion-laughs'))[name] ?? []).toString()
  expect(document).toMatch(/<!DOCTYPE Invoice \[[\s\S]*&l9;/)
  const answer = hostile('billion-laughs', xml('<?xml version="1.0"?>\n<header stare="ok"/>'))
  expect(answer.body.toString()).toMatch(/<!DOCTYPE header [\s\S]*<header stare="ok &l9;"\/>/)
})

test('answers that are not what they seem', () => {
  expect(hostile('html', reply(200, 'application/zip', zip))).toMatchObject({ status: 200 })
  expect(() => JSON.parse(bad('json-trailing-brace').toString())).toThrow(SyntaxError)
})
