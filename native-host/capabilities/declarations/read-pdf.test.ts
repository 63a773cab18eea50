import { deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCertificateAuthority, type Issued } from '../../../test/authority/certificates.ts'
import { declarationPdf } from '../../../test/authority/documents/declaration-pdf.ts'
import { declarationXml } from '../../../test/authority/documents/declaration-xml.ts'
import { readDeclarationPdf } from './read-pdf.ts'

const SUBJECT = { form: 'D300', cui: '8000000000', name: 'ACME SRL', year: 2026, month: 10 }
const FACTS = { form: 'D300', cui: '8000000000', companyName: 'ACME SRL', period: { year: 2026, month: 10 } }
const UNREAD = {
  isRead: false,
  isSigned: false,
  attachment: null,
  form: null,
  cui: null,
  companyName: null,
  period: null,
}

let signer: Issued
beforeAll(async () => {
  const authority = await createCertificateAuthority('Test CA')
  signer = await authority.issueClientCertificate({ commonName: 'Ana Popa' })
})

/** A PDF with these objects; the first is the catalog. */
function rawPdf(...objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const size = () => parts.reduce((sum, { length }) => sum + length, 0)
  for (const [index, object] of objects.entries()) {
    offsets.push(size())
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n'))
  }
  const start = size()
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${entries}`))
  parts.push(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}
const stream = (dict: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')])
const PAGES = '<< /Type /Pages /Kids [] /Count 0 >>'

describe('a declaration as it is made', () => {
  test.each(['D300', 'D112', 'D394', 'D406T'])('%s: signed, its XML read', async form => {
    const bytes = await declarationPdf({ ...SUBJECT, form, signer })
    expect(await readDeclarationPdf(bytes)).toEqual({
      isPdf: true,
      isRead: true,
      isSigned: true,
      attachment: `${form}.xml`,
      ...FACTS,
      form,
    })
  })

  test('without a signature, without XML, with another XML', async () => {
    expect(await readDeclarationPdf(await declarationPdf(SUBJECT))).toMatchObject({
      isRead: true,
      isSigned: false,
      ...FACTS,
    })
    expect(await readDeclarationPdf(await declarationPdf({ xml: null, signer }))).toMatchObject({
      isSigned: true,
      attachment: null,
      form: null,
    })
    const note = await declarationPdf({ xml: 'only a note', attachmentName: 'note.txt', signer })
    expect(await readDeclarationPdf(note)).toMatchObject({ attachment: null })
    const other = await declarationPdf({ xml: '<note/>', attachmentName: 'note.xml', signer })
    expect(await readDeclarationPdf(other)).toMatchObject({ attachment: 'note.xml', form: null, cui: null })
  })

  test('a packed XML, a smart PDF with XFA, a large XML', async () => {
    const zipped = await declarationPdf({ ...SUBJECT, isZipped: true, signer })
    expect(await readDeclarationPdf(zipped)).toMatchObject({ isSigned: true, attachment: 'D300.xml', ...FACTS })
    const smart = await declarationPdf({ ...SUBJECT, hasXfa: true, signer })
    expect(await readDeclarationPdf(smart)).toMatchObject({ isSigned: true, ...FACTS })
    const xml = declarationXml({ ...SUBJECT, form: 'D406' }).replace('<nsSAFT:MasterFiles/>', '<a/>'.repeat(3_000_000))
    for (const isZipped of [false, true]) {
      const large = await declarationPdf({ xml, isZipped, signer })
      expect(await readDeclarationPdf(large)).toMatchObject({ isRead: true, ...FACTS, form: 'D406' })
    }
  })

  test('among several attachments the one that is a declaration counts', async () => {
    const pdf = PDF.create()
    pdf.addPage()
    pdf.addAttachment('a.xml', Buffer.from('<note/>'))
    pdf.addAttachment('b.xml', Buffer.from(declarationXml(SUBJECT)))
    expect(await readDeclarationPdf(await pdf.save())).toMatchObject({ attachment: 'b.xml', ...FACTS })
  })

  test('an attachment named only by the document’s own list (/AF)', async () => {
    const xml = deflateSync(declarationXml(SUBJECT))
    const bytes = rawPdf(
      '<< /Type /Catalog /Pages 2 0 R /AF [3 0 R] >>',
      PAGES,
      '<< /Type /Filespec /F (C:\\\\decl\\\\D300.xml) /EF << /F 4 0 R >> >>',
      stream('/Type /EmbeddedFile /Filter /FlateDecode', xml),
    )
    expect(await readDeclarationPdf(bytes)).toMatchObject({ attachment: 'D300.xml', isSigned: false, ...FACTS })
  })
})

describe('fields that are not signatures', () => {
  const VALUE = '/Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30]'
  test.each([
    ['an empty field', '/AcroForm << /Fields [<< /FT /Sig /T (S) >>] >>'],
    ['an empty signature', `/AcroForm << /Fields [<< /FT /Sig /T (S) /V << ${VALUE} /Contents <0000> >> >>] >>`],
    [
      'one over bytes that are not there',
      '/AcroForm << /Fields [<< /FT /Sig /T (S) /V << /Type /Sig /ByteRange [0 10 20 99999] /Contents <30820101> >> >>] >>',
    ],
    ['one without a range', '/AcroForm << /Fields [<< /FT /Sig /T (S) /V << /Type /Sig /Contents <30820101> >> >>] >>'],
    ['the one that opens Adobe Reader’s functions', `/Perms << /UR3 << ${VALUE} /Contents <30820101> >> >>`],
    ['a text field', `/AcroForm << /Fields [<< /FT /Tx /T (S) /V << ${VALUE} /Contents <30820101> >> >>] >>`],
    ['fields in a circle', '/AcroForm << /Fields 3 0 R >>'],
  ])('%s', async (_name, entries) => {
    const bytes = rawPdf(`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, PAGES, '[<< /Kids 3 0 R >>]')
    expect(await readDeclarationPdf(bytes)).toMatchObject({ isRead: true, isSigned: false })
  })

  test('a field below another one counts as signed', async () => {
    const field = `<< /FT /Sig /T (Form) /Kids [<< /T (S) /V << ${VALUE} /Contents <30820101> >> >>] >>`
    const bytes = rawPdf(`<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${field}] >> >>`, PAGES)
    expect(await readDeclarationPdf(bytes)).toMatchObject({ isSigned: true })
  })
})

describe('files that are not readable PDFs', () => {
  test.each([
    ['nothing', ''],
    ['text', 'Hello'],
    ['a PDF behind something else', ' \n%PDF-1.7'],
    ['a page', '<html>%PDF-1.7</html>'],
  ])('%s is no PDF', async (_name, content) => {
    expect(await readDeclarationPdf(Buffer.from(content))).toEqual({ isPdf: false, ...UNREAD })
  })

  test.each([
    ['only the first line', '%PDF-1.7\n'],
    ['junk', `%PDF-1.7\n${'\u0000\u00ff<<[('.repeat(10_000)}`],
    ['a trailer without anything', '%PDF-1.7\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF'],
  ])('%s is not read', async (_name, content) => {
    expect(await readDeclarationPdf(Buffer.from(content, 'latin1'))).toEqual({ isPdf: true, ...UNREAD })
  })

  test('a file cut off anywhere is never an error', async () => {
    const bytes = await declarationPdf({ ...SUBJECT, signer })
    for (let part = 0; part < 20; part++) {
      const read = await readDeclarationPdf(bytes.subarray(0, Math.floor((bytes.length * part) / 20)))
      expect(read.isSigned).toBe(false)
    }
  })

  test('an encrypted file is not read', async () => {
    const pdf = PDF.create()
    pdf.addPage()
    pdf.addAttachment('D300.xml', Buffer.from(declarationXml(SUBJECT)))
    pdf.setProtection({ userPassword: 'secret', ownerPassword: 'other' })
    expect(await readDeclarationPdf(await pdf.save())).toEqual({ isPdf: true, ...UNREAD })
  })
})

describe('H-12 a hostile PDF', () => {
  let bomb: Buffer
  beforeAll(() => {
    const zeros = Buffer.alloc(200 * 1024 * 1024)
    bomb = rawPdf(
      '<< /Type /Catalog /Pages 2 0 R /AF [3 0 R] >>',
      PAGES,
      '<< /Type /Filespec /F (D300.xml) /EF << /F 4 0 R >> >>',
      stream('/Type /EmbeddedFile /Filter /FlateDecode', deflateSync(zeros)),
    )
  })
  const limits = { time: 60_000, memory: 1 << 30, heap: 256 * 1024 * 1024 }

  test('a stream that grows without end is given up, and the next file is read', async () => {
    expect(await readDeclarationPdf(bomb, { ...limits, memory: 80 * 1024 * 1024 })).toEqual({
      isPdf: true,
      ...UNREAD,
    })
    expect(await readDeclarationPdf(await declarationPdf({ ...SUBJECT, signer }))).toMatchObject({ isSigned: true })
  })

  test('a file that takes too long is given up', async () => {
    expect(await readDeclarationPdf(bomb, { ...limits, time: 1 })).toEqual({ isPdf: true, ...UNREAD })
  })

  test('objects that fill the heap end the thread only', async () => {
    const many = rawPdf(
      '<< /Type /Catalog /Pages 2 0 R /AF [3 0 R] >>',
      PAGES,
      `[${'<< /A [0 0 0 0] >> '.repeat(400_000)}]`,
    )
    expect(await readDeclarationPdf(many, { ...limits, heap: 16 * 1024 * 1024 })).toEqual({ isPdf: true, ...UNREAD })
  })

  test('trees in circles and of great depth come to an end', async () => {
    const circle = rawPdf(
      '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 3 0 R >> /AcroForm << /Fields [4 0 R] >> >>',
      PAGES,
      '<< /Kids [3 0 R 3 0 R] /Names [(a) 3 0 R] >>',
      '<< /FT /Sig /Kids [4 0 R 4 0 R] >>',
    )
    expect(await readDeclarationPdf(circle)).toMatchObject({ isRead: true, isSigned: false, attachment: null })
    const deep = rawPdf(`<< /Type /Catalog /Pages 2 0 R /AF ${'['.repeat(50_000)}${']'.repeat(50_000)} >>`, PAGES)
    expect((await readDeclarationPdf(deep)).attachment).toBeNull()
  })

  test('many files at once are each read', async () => {
    const files = await Promise.all(
      ['D100', 'D300', 'D112', 'D394'].map(form => declarationPdf({ ...SUBJECT, form, signer })),
    )
    const read = await Promise.all([...files, Buffer.from('%PDF-')].map(bytes => readDeclarationPdf(bytes)))
    expect(read.map(({ form }) => form)).toEqual(['D100', 'D300', 'D112', 'D394', null])
  })
})
