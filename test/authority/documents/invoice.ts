import type { Company } from '../world/companies.ts'
import { createRandom, type Random } from '../world/random.ts'
import type { Upload } from '../world/world.ts'
import { branch, leaf, ublRoot, type XmlDocument } from './canonical.ts'

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1'

/** `price`: the approximate unit price, in bani. */
const GOODS = [
  { name: 'Țiglă ceramică roșie', unit: 'H87', percent: 21, price: 890 },
  { name: 'Cărămidă cu goluri 25×30', unit: 'H87', percent: 21, price: 1150 },
  { name: 'Făină albă tip 650', unit: 'KGM', percent: 11, price: 340 },
  { name: 'Miere de salcâm', unit: 'KGM', percent: 11, price: 3200 },
  { name: 'Servicii de transport rutier București–Iași', unit: 'E48', percent: 21, price: 285_000 },
  { name: 'Hârtie copiator A4, 80 g/m²', unit: 'XPK', percent: 21, price: 2390 },
  { name: 'Consultanță fiscală', unit: 'HUR', percent: 21, price: 25_000 },
  { name: 'Carte „Contabilitate & fiscalitate”', unit: 'H87', percent: 11, price: 8900 },
  { name: 'Apă plată 0,5 l <bax de 12>', unit: 'XPK', percent: 11, price: 2650 },
  { name: 'Scândură brad uscată', unit: 'MTQ', percent: 21, price: 145_000 },
  { name: 'Cazare cu mic dejun', unit: 'DAY', percent: 11, price: 32_000 },
  { name: 'Abonament telefonie', unit: 'MON', percent: 21, price: 4500 },
] as const

type Line = { name: string; unit: string; percent: number; quantity: number; price: number; amount: number }

/** The UBL 2.1 (CIUS-RO) invoice or credit note of an upload: several lines, the rates of its date, sums that add up. */
export function invoiceXml(upload: Upload): XmlDocument {
  const random = createRandom(upload.seed)
  const credit = upload.document === 'credit-note'
  const root = credit ? 'CreditNote' : 'Invoice'
  const lines = inventLines(random, upload.issueDate)
  const rates = [...new Set(lines.map(line => line.percent))].sort((a, b) => b - a)
  const subtotals = rates.map(percent => {
    const base = sum(lines.filter(line => line.percent === percent).map(line => line.amount))
    return { percent, base, vat: Math.round((base * percent) / 100) }
  })
  const net = sum(lines.map(line => line.amount))
  const vat = sum(subtotals.map(subtotal => subtotal.vat))
  const due = addDays(upload.issueDate, random.pick([14, 30, 45]))
  const typeCode = credit ? '381' : upload.selfBilled ? '389' : '380'

  const content = [
    leaf('cbc:CustomizationID', CUSTOMIZATION),
    leaf('cbc:ID', upload.number),
    leaf('cbc:IssueDate', upload.issueDate),
    ...(credit ? [] : [leaf('cbc:DueDate', due)]),
    leaf(`cbc:${root}TypeCode`, typeCode),
    leaf('cbc:Note', 'Mărfurile rămân proprietatea vânzătorului până la plata integrală & fără rezerve.'),
    leaf('cbc:DocumentCurrencyCode', 'RON'),
    ...(random.next() < 0.1 ? [attachment(upload)] : []),
    branch('cac:AccountingSupplierParty', party(upload.seller)),
    branch('cac:AccountingCustomerParty', party(upload.buyer)),
    paymentMeans(upload.seller, credit ? due : undefined),
    branch(
      'cac:TaxTotal',
      money('cbc:TaxAmount', vat),
      ...subtotals.map(subtotal =>
        branch(
          'cac:TaxSubtotal',
          money('cbc:TaxableAmount', subtotal.base),
          money('cbc:TaxAmount', subtotal.vat),
          taxCategory('cac:TaxCategory', subtotal.percent),
        ),
      ),
    ),
    branch(
      'cac:LegalMonetaryTotal',
      money('cbc:LineExtensionAmount', net),
      money('cbc:TaxExclusiveAmount', net),
      money('cbc:TaxInclusiveAmount', net + vat),
      money('cbc:PayableAmount', net + vat),
    ),
    ...lines.map((line, index) => lineXml(line, index + 1, credit)),
  ]
  return ublRoot(root, content)
}

function inventLines(random: Random, issueDate: string): Line[] {
  return Array.from({ length: random.between(2, 7) }, () => {
    const good = random.pick(GOODS)
    // Law 141/2025: 21 % and 11 % replaced 19 % and 9 % (and 5 %) on 1 August 2025.
    const percent = issueDate >= '2025-08-01' ? good.percent : good.percent === 21 ? 19 : 9
    const quantity = random.between(1, 40)
    const price = Math.round((good.price * random.between(80, 120)) / 100)
    return { name: good.name, unit: good.unit, percent, quantity, price, amount: quantity * price }
  })
}

function lineXml(line: Line, number: number, credit: boolean): string {
  const quantity = leaf(credit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', String(line.quantity), {
    unitCode: line.unit,
  })
  return branch(
    credit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    leaf('cbc:ID', String(number)),
    quantity,
    money('cbc:LineExtensionAmount', line.amount),
    branch('cac:Item', leaf('cbc:Name', line.name), taxCategory('cac:ClassifiedTaxCategory', line.percent)),
    branch('cac:Price', money('cbc:PriceAmount', line.price)),
  )
}

function party(company: Company): string {
  return branch(
    'cac:Party',
    branch('cac:PartyName', leaf('cbc:Name', company.name)),
    branch(
      'cac:PostalAddress',
      leaf('cbc:StreetName', company.street),
      leaf('cbc:CityName', company.city),
      leaf('cbc:PostalZone', company.postalCode),
      leaf('cbc:CountrySubentity', company.county),
      branch('cac:Country', leaf('cbc:IdentificationCode', 'RO')),
    ),
    branch(
      'cac:PartyTaxScheme',
      leaf('cbc:CompanyID', `RO${company.cui}`),
      branch('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
    ),
    branch(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', company.name),
      leaf('cbc:CompanyID', company.registration),
    ),
  )
}

function paymentMeans(seller: Company, due: string | undefined): string {
  return branch(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', '42'),
    ...(due === undefined ? [] : [leaf('cbc:PaymentDueDate', due)]),
    branch('cac:PayeeFinancialAccount', leaf('cbc:ID', `RO49AAAA1B31007593${seller.cui.padStart(10, '0').slice(-6)}`)),
  )
}

function attachment(upload: Upload): string {
  const content = Buffer.from(`aviz;factura\nAV-${upload.seed};${upload.number}\n`).toString('base64')
  const attributes = { filename: `aviz-${upload.seed}.csv`, mimeCode: 'text/csv' }
  return branch(
    'cac:AdditionalDocumentReference',
    leaf('cbc:ID', `AV-${upload.seed}`),
    leaf('cbc:DocumentDescription', 'Aviz de însoțire a mărfii'),
    branch('cac:Attachment', leaf('cbc:EmbeddedDocumentBinaryObject', content, attributes)),
  )
}

const taxCategory = (name: string, percent: number): string =>
  branch(
    name,
    leaf('cbc:ID', 'S'),
    leaf('cbc:Percent', `${percent}.00`),
    branch('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  )

/** An amount in bani. */
const money = (name: string, bani: number): string =>
  leaf(name, `${Math.trunc(bani / 100)}.${String(bani % 100).padStart(2, '0')}`, { currencyID: 'RON' })

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
