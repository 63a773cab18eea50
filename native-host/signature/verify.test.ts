import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type Issued,
} from '../../test/authority/certificates.ts'
import { createZips } from '../../test/authority/documents/zips.ts'
import { createWorld } from '../../test/authority/world/world.ts'
import { verifySignature } from './verify.ts'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

const authority = await createCertificateAuthority('Autoritatea de test')
const ministry = await authority.issueSigningCertificate()
const anchors = [authority.certificatePem]
const stranger: CertificateAuthority = await createCertificateAuthority('Altă autoritate')

const INVOICE = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><!-- notă -->
  <cbc:ID>F-1</cbc:ID><cbc:PayableAmount currencyID="RON">10.50</cbc:PayableAmount>
</Invoice>`

type Changes = {
  algorithm?: string
  digest?: string
  uri?: string
  xpath?: string
  signer?: Issued
  key?: boolean
  prefix?: string
}

/** A signature by an implementation other than the embedded authority's, with the given differences. */
function sign(xml: string, changes: Changes = {}): string {
  const { signer = ministry, key = true, prefix, algorithm = RSA_SHA256, digest = SHA256, xpath = '/*' } = changes
  const signed = new SignedXml({
    privateKey: signer.privateKeyPem,
    publicCert: signer.certificatePem,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: EXCLUSIVE,
    getKeyInfoContent: key ? SignedXml.getKeyInfoContent : () => null,
  })
  signed.addReference({
    xpath,
    transforms: [ENVELOPED, EXCLUSIVE],
    digestAlgorithm: digest,
    isEmptyUri: changes.uri === undefined,
    ...(changes.uri === undefined ? { uri: '' } : { uri: changes.uri }),
  })
  signed.computeSignature(xml, prefix === undefined ? {} : { prefix })
  return signed.getSignedXml()
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const detachedOf = (signed: string) => /<(\w+:)?Signature [\s\S]*Signature>/.exec(signed)?.[0] ?? ''
const check = (document: string, signature: string, trusted = anchors) =>
  verifySignature({ document: bytes(document), signature: bytes(signature) }, { anchors: trusted })

/** ZIPs by the embedded authority: both forms, invoices, credit notes, messages and errors files. */
const NOW = Date.UTC(2026, 10, 21, 10)
const world = createWorld({ now: () => NOW })
world.addCompany('14399840', 'Firma „Ștefan” & fiii SRL')
for (const kind of [{}, { document: 'credit-note' }, { document: 'buyer-message' }, { outcome: 'nok' }] as const)
  for (let n = 0; n < 12; n++) world.addInvoice({ seller: '14399840', buyer: '21', ...kind })
const zips = createZips(ministry)
const files = [...world.messages.values()].map(message => {
  const unpacked = Object.entries(unzipSync(zips.of(message)))
  const [signature] = unpacked.filter(([name]) => name.startsWith('semnatura_')).map(([, content]) => content)
  const [document] = unpacked.filter(([name]) => !name.startsWith('semnatura_')).map(([, content]) => content)
  if (!signature || !document) throw new Error('a ZIP has two files')
  return { document, signature }
})

test('E-36 all forms of the signature are valid, with certificate and chain shown', () => {
  const forms = new Set<string | null>()
  const ways = new Set<string>()
  for (const file of files) {
    const report = verifySignature(file, { anchors })
    expect(report).toMatchObject({ verdict: 'valid', digest: true, signature: true, chain: 'anchored', problem: null })
    expect(report.certificate).toMatchObject({
      subject: 'C=RO, CN=Ministerul Finanțelor (test)',
      serial: ministry.serialNumber,
    })
    expect(report.certificate?.issuer).toContain('Autoritatea de test')
    expect(report.certificate?.validFrom).toBeLessThan(report.certificate?.validTo ?? 0)
    forms.add(report.form)
    ways.add(Object.values(report.how ?? {}).join(' '))
  }
  expect([...forms].sort()).toEqual(['detached', 'enveloped'])
  expect([...ways].sort()).toEqual(['document exclusive as-written', 'document inclusive without-line-breaks'])
})

test('a single changed byte in a document’s content is reported, wherever it is', () => {
  for (const form of ['enveloped', 'detached']) {
    const file = files.find(one => verifySignature(one, { anchors }).form === form)
    if (!file) throw new Error(`no ${form} signature`)
    const start = Buffer.from(file.document).indexOf('<Invoice') + 1
    const end = Buffer.from(file.document).lastIndexOf('>')
    for (let at = start; at < end; at += 97) {
      const document = Uint8Array.from(file.document)
      document[at] = (document[at] ?? 0) ^ 1
      expect([at, verifySignature({ ...file, document }, { anchors }).verdict]).toEqual([at, 'tampered'])
    }
  }
})

test('another document beside a good signature is not taken for the signed one', () => {
  const other = INVOICE.replace('10.50', '99.50')
  expect(check(other, sign(INVOICE))).toMatchObject({
    verdict: 'tampered',
    form: 'enveloped',
    digest: false,
    signature: true,
  })
  expect(check(other, detachedOf(sign(INVOICE)))).toMatchObject({
    verdict: 'tampered',
    form: 'detached',
    digest: false,
  })
  // No digest covers a comment, but the signed copy shows it.
  expect(check(INVOICE.replace('notă', 'nota'), sign(INVOICE)).verdict).toBe('tampered')
})

test('a signature with a prefix and with space around it is valid', () => {
  expect(check(INVOICE, sign(INVOICE, { prefix: 'ds' })).verdict).toBe('valid')
  expect(check(INVOICE, detachedOf(sign(INVOICE, { prefix: 'ds' }))).verdict).toBe('valid')
  expect(check(INVOICE.replaceAll('\n', '\r\n'), sign(INVOICE)).verdict).toBe('valid')
})

test('the issuer’s own signature inside the document stays in it', () => {
  const own = sign(INVOICE, { signer: ministry })
  const twice = sign(own)
  expect(check(own, twice)).toMatchObject({ verdict: 'valid', form: 'enveloped' })
  // Its value proves nothing about the document that the ministry received.
  expect(check(own, own).verdict).not.toBe('valid')
})

test('a signature value of another key is wrong', () => {
  const signed = sign(INVOICE)
  const value = /<SignatureValue>([^<]*)/.exec(signed)?.[1] ?? ''
  const flipped = value.startsWith('A') ? `B${value.slice(1)}` : `A${value.slice(1)}`
  expect(check(INVOICE, signed.replace(value, flipped))).toMatchObject({
    verdict: 'tampered',
    digest: true,
    signature: false,
    chain: 'not-checked',
  })
})

test('a document that is damaged is reported as such, and a digest of another length matches none', () => {
  const signed = sign(INVOICE)
  for (const document of ['<Invoice', 'x<Invoice/>', `x${INVOICE}`, INVOICE.replace('<Invoice', 'x<Invoice')])
    expect(check(document, signed)).toMatchObject({
      ...{ verdict: 'tampered', digest: false, signature: true, problem: 'the document is no longer XML' },
    })
  expect(check(INVOICE, signed.replace(/<DigestValue>[^<]*/, '<DigestValue>AAAA'))).toMatchObject({
    ...{ verdict: 'tampered', digest: false, signature: false },
    problem: 'the signature value does not belong to what is signed',
  })
  const deep = `${'<a>'.repeat(101)}${'</a>'.repeat(101)}`
  expect(check(deep, signed)).toMatchObject({ verdict: 'unverifiable', problem: expect.stringContaining('too large') })
})

test('E-36 SHA-512 is taken as SHA-256 is', () => {
  const algorithm = RSA_SHA256.replace('256', '512')
  const digest = SHA256.replace('256', '512')
  expect(check(INVOICE, sign(INVOICE, { algorithm, digest })).verdict).toBe('valid')
})

test('E-36 a signed copy stands for the document where nothing but the space beside its signature differs', () => {
  const line = INVOICE.replace('\n</Invoice>', '</Invoice>')
  const SIGNATURE = /<Signature [\s\S]*<\/Signature>/
  /** Signs the document with this space in it, and puts the signature within that space. */
  const copied = (document: string, before: string, after: string, put = '') => {
    const signed = sign(document.replace('</Invoice>', `${put}${before}${after}</Invoice>`))
    const [signature = ''] = SIGNATURE.exec(signed) ?? []
    return signed.replace(`${after}${signature}`, signature + after)
  }
  for (const [before, after] of [
    ['\n', ''],
    ['', '\n'],
    ['\n', '\n  '],
  ] as const)
    expect([before, after, check(line, copied(line, before, after))]).toMatchObject([
      ...[before, after],
      { verdict: 'valid', digest: true, how: { digestOf: 'copy' } },
    ])
  expect(check(INVOICE, copied(INVOICE, '', '\n'))).toMatchObject({ verdict: 'valid', how: { digestOf: 'copy' } })
  expect(check(INVOICE, copied(INVOICE, '', ''))).toMatchObject({ verdict: 'valid', how: { digestOf: 'document' } })
  // Space elsewhere, a comment, a text or an element belongs to the document, whatever the copy's own digest says.
  const spread = line.replace('<cbc:ID>', '<cbc:ID>\n').replace('><', '>\n<')
  for (const copy of [
    copied(spread, '\n', ''),
    copied(INVOICE.replace('\n  <cbc:ID>', '<cbc:ID>'), '', '\n'),
    copied(line.replace('10.50', '99.50'), '\n', '\n'),
    copied(line, '\n', '', '<!-- x -->'),
    copied(line, '\n', '', '<cbc:Note/>'),
    copied(line, '\n', '', 'x'),
  ])
    expect([copy, check(line, copy)]).toMatchObject([copy, { verdict: 'tampered', digest: false, signature: true }])
})

test('a certificate of another issuer is valid but not anchored, and without anchors nothing is checked', async () => {
  const signed = sign(INVOICE, { signer: await stranger.issueSigningCertificate() })
  expect(check(INVOICE, signed)).toMatchObject({ verdict: 'valid', chain: 'not-anchored' })
  expect(check(INVOICE, signed, [])).toMatchObject({ verdict: 'valid', chain: 'not-checked' })
  expect(check(INVOICE, sign(INVOICE), [ministry.certificatePem]).chain).toBe('anchored')
})

test('an issuer of the same name is not the anchor', async () => {
  const imposter = await createCertificateAuthority('Autoritatea de test')
  const signed = sign(INVOICE, { signer: await imposter.issueSigningCertificate() })
  expect(check(INVOICE, signed).chain).toBe('not-anchored')
})

test('E-36 weak, partial and missing signatures are not judged, but the report names their alleged signer', () => {
  const nobody = new Set(['KeyInfo', 'no signature', 'not XML'])
  const cases = [
    ['SignatureMethod', sign(INVOICE, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
    ['DigestMethod', sign(INVOICE, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
    ['whole document', sign(INVOICE.replace('<cbc:ID>', '<cbc:ID Id="x">'), { uri: '#x', xpath: "//*[@Id='x']" })],
    ['KeyInfo', sign(INVOICE, { key: false })],
    ['no signature', INVOICE],
    ['not XML', '<Invoice'],
    ['not XML', 'Eroare'],
  ] as const
  for (const [problem, signature] of cases) {
    const report = check(INVOICE, signature)
    expect(report).toMatchObject({ verdict: 'unverifiable', form: null, digest: null, chain: 'not-checked' })
    expect(report.problem).toContain(problem)
    const named = nobody.has(problem) ? undefined : 'C=RO, CN=Ministerul Finanțelor (test)'
    expect([problem, report.certificate?.subject]).toEqual([problem, named])
  }
})

test('content hidden in a processing instruction is not taken for the signed one', () => {
  const hidden = INVOICE.replace('>F-1<', '><?x F-1?><')
  expect(check(hidden, sign(INVOICE)).verdict).toBe('unverifiable')
  expect(check(hidden, detachedOf(sign(INVOICE))).verdict).toBe('unverifiable')
  const told = INVOICE.replace('>F-1<', '><![CDATA[F-1]]><')
  expect(check(told, detachedOf(sign(INVOICE))).verdict).toBe('valid')
})

test('a document that only mentions a DTD, in a comment or CDATA, is judged', () => {
  const remark = INVOICE.replace('>F-1<', '><!-- <!DOCTYPE a> --><![CDATA[<!DOCTYPE F-1>]]><')
  expect(check(remark, sign(remark)).verdict).toBe('valid')
})

test('entities of a document are refused, not resolved', () => {
  const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  const bomb = `<!DOCTYPE Invoice [<!ENTITY l0 "ha">${laughs}]><Invoice>&l12;</Invoice>`
  const refused = { verdict: 'unverifiable', problem: 'it holds a DTD' }
  expect(check(bomb, sign(INVOICE))).toMatchObject({ ...refused, certificate: { serial: ministry.serialNumber } })
  for (const dtd of ['<!DOCTYPE a [<!ENTITY b "c">]>', '<!-- <a --><!DOCTYPE a [<!ENTITY b "c">]>'])
    expect(check(INVOICE, dtd + detachedOf(sign(INVOICE)))).toMatchObject({ ...refused, certificate: null })
})
