import { webcrypto } from 'node:crypto'
import { CryptoKeySigner, PDF, PdfArray, PdfDict, PdfStream } from '@libpdf/core'
import { zipSync } from 'fflate'
import type { Issued } from '../certificates.ts'
import { type DeclarationSubject, declarationXml } from './declaration-xml.ts'

export type DeclarationPdfOptions = Partial<DeclarationSubject> & {
  /** Replaces the declaration's XML; null for a PDF without an attachment. */
  xml?: string | Uint8Array | null
  attachmentName?: string
  /** Attaches the XML in a ZIP, as the authority's program can. */
  isZipped?: boolean
  /** A smart PDF: an XFA form stands beside the attachment. */
  hasXfa?: boolean
  /** Signed with this person's key (PKCS#7 over the whole file); unsigned when absent. */
  signer?: Pick<Issued, 'certificateDer' | 'privateKeyDer'>
  /** Below 0: the authority finds an error. */
  total?: number
}

/** A declaration as filed: one page, its XML attached, signed by the given person. Each call produces different bytes. */
export async function declarationPdf(options: DeclarationPdfOptions = {}): Promise<Buffer> {
  const { form = 'D300', cui = '8000000000', name = 'ACME SRL', year = 2026, month = 10, total } = options
  const made = declarationXml({ form, cui, name, year, month }, total)
  const { xml = made, attachmentName = `${form}.xml`, isZipped = false, hasXfa = false, signer } = options
  const pdf = PDF.create()
  pdf.addPage().drawText(`${form}  CUI ${cui}  ${month}/${year}`, { x: 60, y: 760, size: 14 })
  if (xml !== null) {
    const bytes = new Uint8Array(typeof xml === 'string' ? Buffer.from(xml) : xml)
    if (isZipped) pdf.addAttachment('declaratie.zip', zipSync({ [attachmentName]: bytes }))
    else pdf.addAttachment(attachmentName, bytes, { mimeType: 'text/xml' })
  }
  if (hasXfa) addXfa(pdf)
  const unsigned = await pdf.save()
  return Buffer.from(signer ? await sign(unsigned, signer) : unsigned)
}

async function sign(
  bytes: Uint8Array,
  { privateKeyDer, certificateDer }: NonNullable<DeclarationPdfOptions['signer']>,
) {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
  const key = await webcrypto.subtle.importKey('pkcs8', new Uint8Array(privateKeyDer), algorithm, false, ['sign'])
  const certificate = new Uint8Array(certificateDer)
  const signer = new CryptoKeySigner(key as unknown as CryptoKey, certificate, 'RSA', 'RSASSA-PKCS1-v1_5')
  const pdf = await PDF.load(bytes)
  const signed = await pdf.sign({ signer, reason: 'Depunere declarație', fieldName: 'Semnatura' })
  return signed.bytes
}

function addXfa(pdf: PDF): void {
  const packet = Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>')
  const stream = pdf.register(new PdfStream(new PdfDict(), new Uint8Array(packet)))
  pdf.getCatalog().set('AcroForm', PdfDict.of({ XFA: stream, Fields: new PdfArray() }))
}
