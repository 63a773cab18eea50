// The X.509 library resolves its parts through decorators, which need this first.
import 'reflect-metadata'
import { createHash, sign as signBytes, webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { X509CertificateGenerator } from '@peculiar/x509'
import { expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { createCertificateAuthority, type Issued } from '../../test/authority/certificates.ts'
import { verifySignature } from './verify.ts'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

const authority = await createCertificateAuthority('Autoritatea de test')
const ministry = await authority.issueSigningCertificate()

const INVOICE = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:cac" xmlns:cbc="urn:cbc" note="a">
  <cbc:ID>F-1</cbc:ID>
  <cbc:Note> </cbc:Note>
  <cbc:PayableAmount currencyID="RON">10.50</cbc:PayableAmount>
</Invoice>`

type Changes = { signer?: Issued; canonicalization?: string; transforms?: string[] }

/** The invoice with its signature by a foreign implementation, as an indenting serializer writes it. */
function sign(xml: string, changes: Changes = {}): string {
  const { signer = ministry, canonicalization = EXCLUSIVE, transforms = [`${DSIG}enveloped-signature`] } = changes
  const signed = new SignedXml({
    privateKey: signer.privateKeyPem,
    publicCert: signer.certificatePem,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: canonicalization,
    getKeyInfoContent: SignedXml.getKeyInfoContent,
  })
  const digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha256'
  signed.addReference({ xpath: '/*', transforms, digestAlgorithm, uri: '', isEmptyUri: true })
  signed.computeSignature(xml)
  return signed.getSignedXml().replace(SIGNATURE, element => `${indented(element)}\n`)
}
const SIGNATURE = /<Signature [\s\S]*<\/Signature>/
const indented = (element: string) => element.replaceAll('><', '>\n<').replaceAll(/[\w+/]{76}(?=[\w+/=])/g, '$&&#13;\n')
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const check = (document: string, signature: string, anchors = [authority.certificatePem]) =>
  verifySignature({ document: bytes(document), signature: bytes(signature) }, { anchors })
const edited = (xml: string) => xml.replace('10.50', '99.50')

/** The signature from a real download of the ministry's test environment; its document is not included. */
const real = readFileSync(new URL('real-signature.fixture.xml', import.meta.url), 'utf8')
const within = (document: string, signature: string) => document.replace('</Invoice>', `${signature}</Invoice>`)

test('E-36 a real signature’s value is right, its signer is named and self-signed, and a wrong document is reported', () => {
  for (const anchors of [[], [authority.certificatePem]]) {
    const report = check(INVOICE, within(INVOICE, real), anchors)
    expect(report).toMatchObject({ verdict: 'tampered', digest: false, signature: true, chain: 'self-signed' })
    expect(report.problem).toBe('the document is not what was signed')
    expect(report.certificate).toMatchObject({
      serial: '3C715376734F607BA960182E1CF3058A22EAF87C',
      validFrom: Date.UTC(2021, 3, 14, 11, 43, 43),
      validTo: Date.UTC(2031, 3, 12, 11, 43, 43),
    })
    for (const name of [report.certificate?.subject, report.certificate?.issuer])
      expect(name).toMatch(/O=ANAF-TEST\b.*CN=ANAF TEST\b/)
  }
  const other = real.replace('njwCxUSW', 'njwCxUSX')
  expect(check(INVOICE, within(INVOICE, other))).toMatchObject({ signature: false, chain: 'not-checked' })
})

test('E-36 the ministry’s form is valid, and the report says how it was verified', () => {
  const how = { digestOf: 'document', canonicalization: 'inclusive', signedInfo: 'without-line-breaks' }
  const valid = { verdict: 'valid', form: 'enveloped', how, digest: true, signature: true, chain: 'anchored' }
  expect(sign(INVOICE)).toContain('&#13;\n')
  expect(check(INVOICE, sign(INVOICE))).toMatchObject(valid)
  expect(check(INVOICE.replaceAll('\n', '\r\n'), sign(INVOICE))).toMatchObject(valid)
  expect(check(INVOICE, sign(INVOICE, { canonicalization: INCLUSIVE })).verdict).toBe('valid')
  const named = sign(INVOICE, { transforms: [`${DSIG}enveloped-signature`, INCLUSIVE] })
  expect(check(INVOICE, named)).toMatchObject(valid)
  // An invoice on one line: an indenting serializer also breaks lines in the copy of the invoice, which alone proves
  // nothing.
  const line = INVOICE.replaceAll(/\n */g, '')
  const copy = sign(line).replace('<cbc:ID>', '\n<cbc:ID>').replace('<cbc:Payable', '\n<cbc:Payable')
  expect(check(line, copy)).toMatchObject(valid)
})

test('E-36 a document edited after signing is reported, with or without its copy, and so is a copy edited alone', () => {
  const signed = sign(INVOICE)
  const unfit = { verdict: 'tampered', digest: false, signature: true, chain: 'anchored', how: null }
  expect(check(edited(INVOICE), signed)).toMatchObject(unfit)
  expect(check(edited(INVOICE), edited(signed))).toMatchObject(unfit)
  const copied = { verdict: 'tampered', digest: true, signature: true, problem: 'the signed copy is not the document' }
  expect(check(INVOICE, edited(signed))).toMatchObject(copied)
  expect(check(INVOICE, signed.replace('<cbc:Note> <', '<cbc:Note><'))).toMatchObject(copied)
  expect(check(INVOICE, signed.replace('<cbc:ID>', '<!-- x --><cbc:ID>'))).toMatchObject(copied)
})

test('E-36 white space is ignored only between the elements of SignedInfo', () => {
  const signed = sign(INVOICE)
  const at = (text: string, put: string) => signed.replace(text, text + put)
  for (const space of [' ', '\n', '\t', '&#13;', '\r\n  '])
    expect([space, check(INVOICE, at('<SignedInfo>', space)).verdict]).toEqual([space, 'valid'])
  const unsigned = { verdict: 'tampered', digest: true, signature: false }
  for (const put of ['\u00a0', 'x', '\u2028', '<![CDATA[ ]]>'])
    expect([put, check(INVOICE, at('<SignedInfo>', put))]).toMatchObject([put, unsigned])
  expect(check(INVOICE, at('<DigestValue>', ' '))).toMatchObject(unsigned)
  expect(check(INVOICE, signed.replace('<SignedInfo>', '<SignedInfo Id="x">'))).toMatchObject(unsigned)
  // The document's own white space is signed, wherever it is.
  for (const changed of [INVOICE.replace('\n  <cbc:ID>', '<cbc:ID>'), INVOICE.replace('<cbc:ID>', ' <cbc:ID>')])
    expect(check(changed, signed)).toMatchObject({ verdict: 'tampered', digest: false })
})

test('E-36 inclusive form signs declared namespaces, and instructions around the root where there were any', () => {
  expect(check(INVOICE.replace(' xmlns:cac="urn:cac"', ''), sign(INVOICE)).digest).toBe(false)
  const styled = INVOICE.replace('<Invoice', '<?xml-stylesheet href="a.xsl"?>\n<Invoice')
  expect(check(styled, sign(INVOICE)).verdict).toBe('valid')
  const whole = `<?xml-stylesheet href="a.xsl"?>\n${INVOICE.replace(/^.*\n/, '')}`
  const signed = resigned(within(styled, indented(SIGNATURE.exec(sign(INVOICE))?.[0] ?? '')), whole)
  expect(check(styled, signed).verdict).toBe('valid')
  expect(check(styled.replace('a.xsl', 'b.xsl'), signed).digest).toBe(false)
})

/** A new signature over this text, which must be in canonical form. */
function resigned(signed: string, canonical: string): string {
  const digest = createHash('sha256').update(canonical).digest('base64')
  const file = signed.replace(/<DigestValue>[^<]*/, `<DigestValue>${digest}`)
  const signedInfo = (/<SignedInfo>[\s\S]*<\/SignedInfo>/.exec(file)?.[0] ?? '')
    .replaceAll(/>\s+</g, '><')
    .replaceAll(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>')
    .replace('<SignedInfo>', `<SignedInfo xmlns="${DSIG}">`)
  const value = signBytes('sha256', Buffer.from(signedInfo), ministry.privateKeyPem).toString('base64')
  return file.replace(/<SignatureValue>[^<]*/, `<SignatureValue>${value}`)
}

test('content cannot hide in a namespace or behind its name', () => {
  const root = INVOICE.replace(/^.*\n/, '')
  const hidden = root.replace('xmlns:cbc="urn:cbc" note="a"', `xmlns:cbc='urn:cbc" note="a'`)
  expect(check(hidden, sign(root))).toMatchObject({ verdict: 'tampered', digest: false })
  const exclusive = [`${DSIG}enveloped-signature`, EXCLUSIVE]
  const plain = '<Invoice xmlns="urn:a" note="a"><ID>1</ID></Invoice>'
  const quoted = `<Invoice xmlns='urn:a" note="a'><ID>1</ID></Invoice>`
  expect(check(plain, sign(plain, { transforms: exclusive })).verdict).toBe('valid')
  expect(check(quoted, sign(plain, { transforms: exclusive }))).toMatchObject({ verdict: 'tampered', digest: false })
  for (const transforms of [exclusive, exclusive.slice(0, 1)]) {
    const added = plain.replace('note=', 'xmlnsnote="b" note=')
    expect(check(added, sign(plain, { transforms }))).toMatchObject({ verdict: 'tampered', digest: false })
  }
})

test('E-36 signatures that are wrapped, doubled or of another reach are not judged, or not taken for the document’s', () => {
  const signed = sign(INVOICE)
  const [element = ''] = SIGNATURE.exec(signed) ?? []
  const [signedInfo = ''] = /<SignedInfo>[\s\S]*<\/SignedInfo>/.exec(signed) ?? []
  const [reference = ''] = /<Reference [\s\S]*<\/Reference>/.exec(signed) ?? []
  const [certificate = ''] = /<X509Certificate>[^<]*/.exec(signed) ?? []
  const change = (from: string, to: string) => signed.replace(from, to)
  const cases = [
    ['no signature', within(INVOICE, `<cbc:Ext>${element}</cbc:Ext>`)],
    ['not where they belong', change(signedInfo, signedInfo + signedInfo)],
    ['has 2 SignedInfo', change('</KeyInfo>', `</KeyInfo>${signedInfo}`)],
    ['not where they belong', change(signedInfo, `<Object>${signedInfo}</Object>`)],
    ['has 2 Reference', change(reference, reference + reference)],
    ['whole document', change('URI=""', 'URI="#a"')],
    ['whole document', change(' URI=""', '')],
    ['whole document', change('URI=""', 'URI="https://example.ro/a.xml"')],
    ['not the usual', change('</Transforms>', `${`<Transform Algorithm="${EXCLUSIVE}"/>`.repeat(2)}</Transforms>`)],
    ['covers itself', change(`${DSIG}enveloped-signature`, EXCLUSIVE)],
    ['has 0 Transforms', change('Transforms>', 'Other>').replace('</Transforms>', '</Other>')],
    [
      'xpath',
      change('</Transforms>', '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/></Transforms>'),
    ],
    ['c14n#WithComments', change('xml-exc-c14n#', 'xml-exc-c14n#WithComments')],
    ['parameters', change('#enveloped-signature"/>', '#enveloped-signature"><x/></Transform>')],
    ['hmac-sha256', change('#rsa-sha256', '#hmac-sha256')],
    ['rsa-sha1', change('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', `${DSIG}rsa-sha1`)],
    ['"constructor"', change('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'constructor')],
    ['plain base64', signed.replace(/(<DigestValue>.)/, '$1<!-- x -->')],
    ['plain base64', signed.replace(/(<SignatureValue>.)/, '$1*')],
    ['plain base64', signed.replace(/<DigestValue>[^<]*/, '<DigestValue>')],
    ['not the usual', signed.replace(/<Transforms>[\s\S]*<\/Transforms>/, '<Transforms/>')],
    ['parameters', signed.replace(/<DigestMethod ([^>]*)\/>/, '<DigestMethod $1><x/></DigestMethod>')],
    ['cannot be read', change('</X509Data>', '<X509Certificate>AAAA</X509Certificate></X509Data>')],
    ['no certificate', signed.replace(/<X509Certificate>[^<]*<\/X509Certificate>/, '')],
    ['not where they belong', signed.replace(SIGNATURE, `<Signature xmlns="${DSIG}"></Signature>`)],
    ['no signature', change(`<Signature xmlns="${DSIG}"`, '<Signature xmlns="urn:altceva"')],
    ['processing instruction', change('<SignedInfo>', '<SignedInfo><?x y?>')],
  ] as const
  for (const [problem, file] of cases) {
    const report = check(INVOICE, file)
    expect([problem, file === signed, report.verdict]).toEqual([problem, false, 'unverifiable'])
    expect(report.problem).toContain(problem)
    const isNamed = file.includes(certificate) && problem !== 'no signature' && problem !== 'processing instruction'
    expect([problem, report.certificate?.serial]).toEqual([problem, isNamed ? ministry.serialNumber : undefined])
  }
})

test('of two signatures the last one counts, for everything before it, and only for its own signer', async () => {
  const stranger = await (await createCertificateAuthority('Altcineva')).issueSigningCertificate()
  const signed = sign(INVOICE)
  // Someone signs after the ministry: over the invoice and its signature, or a changed invoice with the old one kept.
  expect(check(INVOICE, sign(signed, { signer: stranger }))).toMatchObject({
    verdict: 'tampered',
    chain: 'not-anchored',
  })
  const both = within(edited(INVOICE), `${SIGNATURE.exec(signed)?.[0]}`)
  expect(check(edited(INVOICE), both)).toMatchObject({ verdict: 'tampered', digest: false })
  const replaced = sign(edited(INVOICE), { signer: stranger })
  expect(check(edited(INVOICE), replaced)).toMatchObject({ verdict: 'valid', chain: 'not-anchored' })
  // The ministry's certificate beside another signer's value names no signer.
  const key = (file: string) => /<X509Certificate>[^<]*/.exec(file)?.[0] ?? ''
  const claimed = replaced.replace(key(replaced), key(signed))
  expect(check(edited(INVOICE), claimed)).toMatchObject({
    verdict: 'tampered',
    digest: true,
    signature: false,
    chain: 'not-checked',
    certificate: { serial: ministry.serialNumber },
  })
})

test('a weak key is refused, and its owner named', async () => {
  const elliptic = await authority.issueServerCertificate(['semnatar'])
  const signed = sign(INVOICE).replace(
    /<X509Certificate>[^<]*/,
    `<X509Certificate>${elliptic.certificateDer.toString('base64')}`,
  )
  expect(check(INVOICE, signed)).toMatchObject({
    verdict: 'unverifiable',
    problem: "its certificate's key is not RSA of at least 2048 bits",
    certificate: { serial: elliptic.serialNumber },
  })
})

/**
 * A certificate that claims to have issued itself, with a key of `modulusLength` bits; `isTrue`: whether the claim is
 * true.
 */
async function selfNamed(modulusLength: number, isTrue: boolean): Promise<Issued> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const make = async () =>
    (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as unknown as CryptoKeyPair
  const keys = await make()
  const { privateKey } = isTrue ? keys : await make()
  const certificate = await X509CertificateGenerator.create({
    ...{ serialNumber: '20', subject: 'CN=Semnatar', issuer: 'CN=Semnatar', signingAlgorithm: algorithm },
    ...{ publicKey: keys.publicKey, signingKey: privateKey },
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey as webcrypto.CryptoKey))
  const privateKeyPem = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----`
  return { ...ministry, certificatePem: certificate.toString('pem'), privateKeyPem, serialNumber: '20' }
}

test('a certificate that only claims so is not self-signed, and a weak key beside a strong one has not signed', async () => {
  const chain = async (isTrue: boolean) =>
    check(INVOICE, sign(INVOICE, { signer: await selfNamed(2048, isTrue) })).chain
  expect([await chain(true), await chain(false)]).toEqual(['self-signed', 'not-anchored'])
  const weak = sign(INVOICE, { signer: await selfNamed(1024, true) })
  expect(check(INVOICE, weak)).toMatchObject({ verdict: 'unverifiable', certificate: { subject: 'CN=Semnatar' } })
  const strong = `<X509Certificate>${ministry.certificateDer.toString('base64')}</X509Certificate>`
  expect(check(INVOICE, weak.replace('</X509Data>', `${strong}</X509Data>`))).toMatchObject({
    verdict: 'tampered',
    signature: false,
  })
})

test('E-36 an invoice of 10 MB is verified like any other', () => {
  const lines = '<cbc:Note>0123456789 și încă o dată 0123456789</cbc:Note>\n'.repeat(10_000)
  const filler = 'A'.repeat(10 * 1024 * 1024 - lines.length)
  const large = INVOICE.replace('<cbc:Note>', `${lines}<cbc:File>${filler}</cbc:File><cbc:Note>`)
  const signed = sign(INVOICE)
  const canonical = large.replace(/^.*\n/, '')
  const file = resigned(within(large, `${indented(SIGNATURE.exec(signed)?.[0] ?? '')}\n`), canonical)
  expect(check(large, file)).toMatchObject({ verdict: 'valid' })
  expect(check(edited(large), file)).toMatchObject({ verdict: 'tampered', digest: false })
})
