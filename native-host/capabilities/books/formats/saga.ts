import type { BookedParty } from '../../../../shared/documents/booked/booked.ts'
import type { DateStyle } from '../../../../shared/domain/books.ts'
import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { escapeXml } from '../../../../shared/xml/escape-xml.ts'
import { plainText } from '../../../tables/plain-text.ts'
import type { Format, MadeFile, Taken } from './format.ts'
import { linesWithVat, missingFact, priceOf } from './line-vat.ts'
import { isReverseCharge, refuseReverseChargeInPart } from './reverse-charge.ts'
import { unitName } from './units.ts'

/**
 * One XML for each invoice, as the manual of SAGA C describes its import (docs/exports.md): the tags in the manual's
 * order, optional ones only if the invoice has them. Several companies have a folder each, because the two sides of an
 * invoice between them would have one name.
 */
export const SAGA: Format = {
  check({ invoice }) {
    const missing = missingFact(invoice)
    if (missing) throw new RecipisaError('book-fact-missing', { number: invoice.number.slice(0, 100), what: missing })
    refuseReverseChargeInPart(invoice)
  },
  files(taken, dates) {
    const companies = new Set(taken.map(({ company }) => company.cui))
    const folderOf = ({ company }: Taken) => (companies.size > 1 ? `${company.cui}/` : '')
    const files = taken.map(one => ({ name: folderOf(one) + fileName(one, dates), bytes: xmlOf(one, dates) }))
    return uniqueNames(files)
  },
}

/** `F_<cui>_<number>_<date>.xml`, with the seller's fiscal code. */
function fileName({ invoice: { seller, number, issueDate } }: Taken, dates: DateStyle): string {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9-]+/g, '-').replace(/^-+|-+$/g, '')
  return `F_${plain(seller.cui ?? '')}_${plain(number).slice(0, 60)}_${dayText(issueDate, dates)}.xml`
}

/**
 * Two sellers' invoices can share a name, and on some disks a1 is A1; the second gets a number before the extension.
 */
function uniqueNames(files: readonly MadeFile[]): MadeFile[] {
  const seen = new Map<string, number>()
  return files.map(({ name, bytes }) => {
    const key = name.toLowerCase()
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return { name: count === 1 ? name : name.replace(/\.xml$/, `_${count}.xml`), bytes }
  })
}

function dayText(day: string | null, dates: DateStyle): string {
  return dates === 'yyyy-mm-dd' ? (day ?? '') : (day ?? '').split('-').reverse().join('.')
}

const tag = (name: string, text: string | null): string => `<${name}>${escapeXml(plainText(text ?? ''))}</${name}>`
const optional = (name: string, text: string | null): string => (text === null ? '' : tag(name, text))

function xmlOf(taken: Taken, dates: DateStyle): Uint8Array {
  const { invoice, uploadIndex } = taken
  const head = [
    ...partyTags('Furnizor', invoice.seller, taken),
    tag('FurnizorBanca', null),
    tag('FurnizorIBAN', invoice.iban),
    tag('FurnizorInformatiiSuplimentare', null),
    ...partyTags('Client', invoice.buyer, taken),
    tag('FacturaNumar', invoice.number),
    tag('FacturaData', dayText(invoice.issueDate, dates)),
    tag('FacturaScadenta', dayText(invoice.dueDate, dates)),
    tag('FacturaTaxareInversa', isReverseCharge(invoice) ? 'Da' : 'Nu'),
    tag('FacturaTVAIncasare', invoice.vatOnPayment ? 'Da' : 'Nu'),
    tag('FacturaInformatiiSuplimentare', null),
    optional('FacturaMoneda', invoice.currency === 'RON' ? null : invoice.currency),
    tag('FacturaGreutate', null),
    tag('FacturaIndexSPV', uploadIndex),
  ]
  const lines = linesWithVat(invoice).map((line, n) =>
    [
      '<Linie>',
      tag('LinieNrCrt', String(n + 1)),
      tag('Descriere', line.name),
      optional('CodArticolFurnizor', line.sellerCode),
      optional('CodArticolClient', line.buyerCode),
      optional('CodBare', line.barCode),
      tag('UM', unitName(line.unit)),
      tag('Cantitate', line.quantity),
      tag('Pret', priceOf(line)),
      tag('Valoare', line.amount),
      optional('ProcTVA', line.percent),
      tag('TVA', line.vat),
      '</Linie>',
    ].join(''),
  )
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Facturi><Factura><Antet>
${head.filter(Boolean).join('\n')}
</Antet><Detalii><Continut>
${lines.join('\n')}
</Continut></Detalii></Factura></Facturi>
`
  return new TextEncoder().encode(text)
}

/** The tags of a party in the manual's order, which differs between the two. */
function partyTags(role: 'Furnizor' | 'Client', party: BookedParty, { company }: Taken): string[] {
  // The manual has the firm's own code without RO, by which SAGA files it under purchases or sales.
  const code = party.cui === company.cui ? company.cui : (party.vatId ?? party.cui)
  const one = (name: string, text: string | null) => tag(`${role}${name}`, text)
  if (role === 'Furnizor')
    return [
      one('Nume', party.name),
      one('CIF', code),
      one('NrRegCom', party.registration),
      one('Capital', null),
      one('Tara', party.country),
      one('Localitate', party.city),
      one('Judet', party.county),
      one('Adresa', party.street),
      one('Telefon', party.phone),
      one('Mail', party.email),
    ]
  return [
    one('Nume', party.name),
    one('InformatiiSuplimentare', null),
    one('CIF', code),
    one('NrRegCom', party.registration),
    one('Judet', party.county),
    one('Tara', party.country),
    one('Localitate', party.city),
    one('Adresa', party.street),
    one('Banca', null),
    one('IBAN', null),
    one('Telefon', party.phone),
    one('Mail', party.email),
  ]
}
