import { expect, test } from 'vitest'
import { readInvoice } from '../../shared/documents/invoice.ts'
import { anOddInvoice } from '../../shared/documents/odd-invoices.fixture.ts'
import { readAttachment } from './attachment.ts'

const reference = (attributes: string, text: string) =>
  `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment>
   <cbc:EmbeddedDocumentBinaryObject ${attributes}>${text}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>
   </cac:AdditionalDocumentReference>`
const withOnes = (...head: string[]) => Buffer.from(anOddInvoice({ head: head.join('') }))

test('U-11 an attachment of several MB is read byte for byte, whichever it is, however its text is broken', () => {
  const large = Buffer.alloc(5_000_000, 'Anexă la factură. ')
  const lines = large.toString('base64').replace(/.{76}/g, '$&\r\n')
  const xml = withOnes(
    // A signature's own object comes first and counts: the index is the model's.
    '<cac:Signature><cac:DigitalSignatureAttachment><cbc:EmbeddedDocumentBinaryObject>AAAA</cbc:EmbeddedDocumentBinaryObject></cac:DigitalSignatureAttachment></cac:Signature>',
    reference('mimeCode="text/csv" filename="linii.csv"', '<![CDATA[YSxi]]>'),
    reference('mimeCode="application/pdf" filename="anexă ț.pdf"', lines),
  )
  const indices = readInvoice(xml)?.attachments.map(({ index }) => index) ?? []
  const [first, second] = indices.map(index => readAttachment(xml, index ?? -1))
  expect(first).toMatchObject({
    fileName: 'linii.csv',
    mediaType: 'text/csv',
    bytes: new Uint8Array(Buffer.from('a,b')),
  })
  expect(second).toMatchObject({ fileName: 'anexă ț.pdf', mediaType: 'application/pdf' })
  expect(Buffer.from(second?.bytes ?? []).equals(large)).toBe(true)
  expect(readAttachment(xml, 3)).toBeNull()
})

test('U-11 H-12 an attachment has a safe name, and no type that a browser would run', () => {
  const read = (attributes: string) => readAttachment(withOnes(reference(attributes, 'YQ==')), 0)
  expect(read('mimeCode="text/html" filename="../../a.html"')).toMatchObject({
    fileName: '_.._a.html.bin',
    mediaType: 'application/octet-stream',
  })
  expect(read('mimeCode="image/png"')?.fileName).toBe('atasament-1.png')
  expect(read('filename=" "')?.fileName).toBe('atasament-1')
  expect(readAttachment(Buffer.from('not xml'), 0)).toBeNull()
})

test('H-12 an attachment’s extension is one of its type, so that nothing from a seller is run', () => {
  const nameOf = (type: string, name: string) =>
    readAttachment(withOnes(reference(`mimeCode="${type}" filename="${name}"`, 'YQ==')), 0)?.fileName
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const names: [type: string, name: string, saved: string][] = [
    ['application/pdf', 'Factura.PDF', 'Factura.PDF'],
    ['image/jpeg', 'poza.jpeg', 'poza.jpeg'],
    ['image/jpeg', 'poza.jpg', 'poza.jpg'],
    [xlsx, 'linii.xlsx', 'linii.xlsx'],
    ['application/vnd.oasis.opendocument.spreadsheet', 'linii.ods', 'linii.ods'],
    ['application/pdf', 'Factura.pdf.exe', 'Factura.pdf.exe.pdf'],
    ['Application/PDF ', 'Factura.pdf.lnk', 'Factura.pdf.lnk.pdf'],
    ['text/csv', 'linii.hta', 'linii.hta.csv'],
    ['image/png', 'poza.scr . ', 'poza.scr.png'],
    [xlsx, 'linii.pdf', 'linii.pdf.xlsx'],
    ['application/pdf', 'contract nr. 3', 'contract nr. 3.pdf'],
    ['application/pdf', 'setup.application', 'setup.application.pdf'],
    ['application/pdf', `${'a'.repeat(300)}.exe`, `${'a'.repeat(196)}.pdf`],
    // A type that EN 16931 does not admit.
    ['application/octet-stream', 'Factura.pdf', 'Factura.pdf'],
    ['application/octet-stream', 'contract', 'contract'],
    ['application/x-msdownload', 'Factura.exe', 'Factura.exe.bin'],
    ['constructor', 'Factura.js', 'Factura.js.bin'],
    ['', 'x.application', 'x.application.bin'],
  ]
  for (const [type, name, saved] of names) expect([type, name, nameOf(type, name)]).toEqual([type, name, saved])
})

test('U-11 a letter of base64 that is written as a reference is no less a letter', () => {
  const bytes = Buffer.from([0xfb, 0xef, 0xbe, 0xff])
  const written = bytes.toString('base64').replace('+', '&#43;').replaceAll('+', '&#x2B;').replace('=', '&#61;&#13;')
  expect(Buffer.from(readAttachment(withOnes(reference('', written)), 0)?.bytes ?? [])).toEqual(bytes)
})
