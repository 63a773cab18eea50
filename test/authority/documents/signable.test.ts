import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'
import { createCertificateAuthority } from '../certificates.ts'
import { reply } from '../http.ts'
import { sha256 } from '../journal.ts'
import { createWorld, type UploadedFile } from '../world/world.ts'
import { type Hostile, hostile } from './hostile.ts'
import { formOf, verifies } from './independent.fixture.ts'
import { sampleMessageXml, sampleXml } from './sample.ts'
import type { SignatureForm } from './signature.ts'
import { createZips } from './zips.ts'

const [OWN, BUYER] = ['14399840', '34878414']
const ministry = await (await createCertificateAuthority('test')).issueSigningCertificate()
const zips = createZips(ministry)
const world = createWorld({ now: () => Date.UTC(2026, 10, 21, 10) })
world.addCompany(OWN, 'Firma mea SRL')

/** ZIPs of the same bytes filed eight times, so that every form of signature file occurs. */
function zipsOf(content: Buffer) {
  const file: UploadedFile = { content, sha256: sha256(content), cif: OWN, standard: 'UBL', b2c: false, findings: [] }
  return Array.from({ length: 8 }, () => {
    const { upload, messages } = world.addInvoice({ seller: OWN, buyer: BUYER, file })
    const [message] = messages
    if (!message) throw new Error('the seller has a message')
    return { zip: zips.of(message), index: upload.uploadIndex }
  })
}

function membersOf(zip: Buffer, index: string) {
  const files = unzipSync(zip)
  const document = Buffer.from(files[`${index}.xml`] ?? [])
  return { document, signature: Buffer.from(files[`semnatura_${index}.xml`] ?? []).toString() }
}

/** The form of a valid signature. */
function held(document: Buffer, signature: string): SignatureForm | undefined {
  return verifies(decodeXml(document), signature, ministry.certificatePem) ? formOf(signature) : undefined
}

const XML = sampleXml({ seller: OWN, buyer: BUYER })
const VARIANTS: Record<string, string> = {
  plain: XML,
  crlf: XML.replaceAll('\n', '\r\n'),
  comments: `${XML.replace('?>', '?>\n<!-- made by a program -->\n<?target data?>')}\n<!-- end -->\n`,
  schema: XML.replace(
    '<Invoice ',
    '<Invoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x ../x.xsd" ',
  ),
  prefixed: XML.replace('<Invoice xmlns=', '<ubl:Invoice xmlns:ubl=').replace('</Invoice>', '</ubl:Invoice >'),
  message: sampleMessageXml('5001120362', 'Preț > 10 & „greșit”'),
  bom: `\uFEFF${XML}`,
}

test('E-36 what was uploaded is kept byte for byte, and every form of its signature verifies', () => {
  for (const [name, xml] of Object.entries(VARIANTS)) {
    const forms = zipsOf(Buffer.from(xml)).map(({ zip, index }) => {
      const { document, signature } = membersOf(zip, index)
      expect(document.toString(), name).toBe(xml)
      return held(document, signature)
    })
    expect([...new Set(forms)].sort(), name).toEqual(['detached', 'enveloped', 'ministry'])
  }
})

test('a document in another encoding stays the document that was signed', () => {
  for (const what of ['utf8-bom', 'iso-8859-2'] satisfies Hostile[]) {
    for (const { zip, index } of zipsOf(Buffer.from(XML))) {
      const { document, signature } = membersOf(hostile(what, reply(200, 'application/zip', zip)).body, index)
      expect(document.equals(Buffer.from(XML))).toBe(false)
      expect(held(document, signature)).toBeDefined()
    }
  }
})
