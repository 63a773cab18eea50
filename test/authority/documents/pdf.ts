import { at, children, textAt } from './dom.ts'
import type { UploadedDocument } from './uploaded-document.ts'

const LINES_A_PAGE = 50

/** A small PDF 1.4 of an invoice: its number, parties, lines and total as text; uncompressed, so that tests can read it. */
export function invoicePdf({ root, number, issueDate, seller, buyer }: UploadedDocument): Buffer {
  const credit = root.localName === 'CreditNote'
  const currency = textAt(root, 'DocumentCurrencyCode')
  const lines = children(root, credit ? 'CreditNoteLine' : 'InvoiceLine').map(line => {
    const amount = textAt(line, 'LineExtensionAmount')
    return `${textAt(line, 'ID')}  ${textAt(line, 'Item', 'Name')}  ${amount} ${currency}`
  })
  const total = textAt(at(root, 'LegalMonetaryTotal'), 'PayableAmount')
  return textPdf([
    `${credit ? 'Nota de credit' : 'Factura'} ${number}`,
    `Data: ${issueDate}`,
    `Vanzator: ${seller.name} (${seller.taxId})`,
    `Cumparator: ${buyer.name} (${buyer.taxId})`,
    '',
    ...lines,
    '',
    `Total de plata: ${total} ${currency}`,
  ])
}

/** A small PDF 1.4 of these lines, uncompressed. */
export function textPdf(lines: readonly string[]): Buffer {
  const pages: string[][] = []
  for (let start = 0; start < lines.length; start += LINES_A_PAGE) pages.push(lines.slice(start, start + LINES_A_PAGE))
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const shown = page.map(line => `(${literal(line)}) Tj T*`).join('\n')
      const stream = `BT /F1 10 Tf 14 TL 50 790 Td\n${shown}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + trailer, 'latin1')
}

/** Letters outside WinAnsi lose their marks. */
const literal = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/[\\()]/g, '\\$&')
