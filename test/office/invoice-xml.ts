import { branch, leaf, ublRoot, type XmlDocument } from '../authority/documents/canonical.ts'
import type { Firm, ForeignFirm } from './firms.ts'
import { type Adjustment, type Invoice, isForeign, type Line, type Sums, sumsOf, type VatCategory } from './invoice.ts'

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1'

/** The UBL 2.1 (CIUS-RO) document of an invoice, its elements in the order of the schema. */
export function ublOf(invoice: Invoice): XmlDocument {
  const isCredit = invoice.kind === 'credit-note'
  const { currency } = invoice
  const sums = sumsOf(invoice)
  const money = (name: string, amount: number, of: string = currency) => leaf(name, decimal(amount), { currencyID: of })
  const root = isCredit ? 'CreditNote' : 'Invoice'
  return ublRoot(root, [
    leaf('cbc:CustomizationID', CUSTOMIZATION),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issueDate),
    ...(isCredit ? [] : [leaf('cbc:DueDate', invoice.dueDate)]),
    leaf(`cbc:${root}TypeCode`, isCredit ? '381' : invoice.selfBilled ? '389' : '380'),
    ...(invoice.note === null ? [] : [leaf('cbc:Note', invoice.note)]),
    leaf('cbc:DocumentCurrencyCode', currency),
    ...(currency === 'RON' ? [] : [leaf('cbc:TaxCurrencyCode', 'RON')]),
    ...named('cac:OrderReference', invoice.order),
    ...precedingOf(invoice),
    ...named('cac:ContractDocumentReference', invoice.contract),
    ...attachmentOf(invoice),
    branch('cac:AccountingSupplierParty', party(invoice.seller)),
    branch('cac:AccountingCustomerParty', party(invoice.buyer)),
    ...(invoice.delivery === null ? [] : [branch('cac:Delivery', leaf('cbc:ActualDeliveryDate', invoice.delivery))]),
    paymentOf(invoice),
    ...(isCredit ? [] : [branch('cac:PaymentTerms', leaf('cbc:Note', 'Prin virament bancar, în contul de mai jos'))]),
    ...invoice.adjustments.map(one => adjustmentOf(one, money)),
    branch(
      'cac:TaxTotal',
      money('cbc:TaxAmount', sums.vat),
      ...sums.byCategory.map(({ category, base, vat }) =>
        branch(
          'cac:TaxSubtotal',
          money('cbc:TaxableAmount', base),
          money('cbc:TaxAmount', vat),
          taxCategory('cac:TaxCategory', category, true),
        ),
      ),
    ),
    ...(currency === 'RON' ? [] : [branch('cac:TaxTotal', money('cbc:TaxAmount', sums.vatInLei, 'RON'))]),
    totalsOf(sums, money),
    ...invoice.lines.map((line, at) => lineOf(line, at + 1, isCredit, money)),
  ])
}

type Money = (name: string, amount: number) => string

function totalsOf(sums: Sums, money: Money): string {
  return branch(
    'cac:LegalMonetaryTotal',
    money('cbc:LineExtensionAmount', sums.lines),
    money('cbc:TaxExclusiveAmount', sums.net),
    money('cbc:TaxInclusiveAmount', sums.gross),
    ...(sums.allowances === 0 ? [] : [money('cbc:AllowanceTotalAmount', sums.allowances)]),
    ...(sums.charges === 0 ? [] : [money('cbc:ChargeTotalAmount', sums.charges)]),
    ...(sums.prepaid === 0 ? [] : [money('cbc:PrepaidAmount', sums.prepaid)]),
    money('cbc:PayableAmount', sums.payable),
  )
}

function lineOf(line: Line, number: number, isCredit: boolean, money: Money): string {
  const quantity = isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'
  return branch(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    leaf('cbc:ID', String(number)),
    leaf(quantity, thousandths(line.quantity), { unitCode: line.unit }),
    money('cbc:LineExtensionAmount', line.amount),
    ...(line.discount === 0
      ? []
      : [
          branch(
            'cac:AllowanceCharge',
            leaf('cbc:ChargeIndicator', 'false'),
            leaf('cbc:AllowanceChargeReasonCode', '95'),
            leaf('cbc:AllowanceChargeReason', 'Discount comercial'),
            money('cbc:Amount', line.discount),
          ),
        ]),
    branch(
      'cac:Item',
      ...(line.description === null ? [] : [leaf('cbc:Description', line.description)]),
      leaf('cbc:Name', line.name),
      taxCategory('cac:ClassifiedTaxCategory', line.category, false),
    ),
    branch('cac:Price', money('cbc:PriceAmount', line.price)),
  )
}

function adjustmentOf({ isCharge, reason, amount, category }: Adjustment, money: Money): string {
  return branch(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', String(isCharge)),
    leaf('cbc:AllowanceChargeReasonCode', isCharge ? 'FC' : '95'),
    leaf('cbc:AllowanceChargeReason', reason),
    money('cbc:Amount', amount),
    taxCategory('cac:TaxCategory', category, false),
  )
}

/** Category O has no rate on a line; a subtotal without VAT says why. */
function taxCategory(name: string, { id, percent, exemption }: VatCategory, saysWhy: boolean): string {
  return branch(
    name,
    leaf('cbc:ID', id),
    ...(id === 'O' ? [] : [leaf('cbc:Percent', `${percent}.00`)]),
    ...(saysWhy && exemption !== null ? [leaf('cbc:TaxExemptionReasonCode', exemption)] : []),
    branch('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  )
}

function party(firm: Firm | ForeignFirm): string {
  const [taxId, legalId, country] = isForeign(firm)
    ? [firm.taxId, firm.taxId, firm.country]
    : [`${firm.isVatPayer ? 'RO' : ''}${firm.cui}`, firm.registration, 'RO']
  const isVatId = isForeign(firm) || firm.isVatPayer
  return branch(
    'cac:Party',
    branch('cac:PartyName', leaf('cbc:Name', firm.name)),
    branch(
      'cac:PostalAddress',
      leaf('cbc:StreetName', firm.street),
      leaf('cbc:CityName', firm.city),
      leaf('cbc:PostalZone', firm.postalCode),
      ...(isForeign(firm) ? [] : [leaf('cbc:CountrySubentity', firm.county)]),
      branch('cac:Country', leaf('cbc:IdentificationCode', country)),
    ),
    branch(
      'cac:PartyTaxScheme',
      leaf('cbc:CompanyID', taxId),
      branch('cac:TaxScheme', ...(isVatId ? [leaf('cbc:ID', 'VAT')] : [])),
    ),
    branch('cac:PartyLegalEntity', leaf('cbc:RegistrationName', firm.name), leaf('cbc:CompanyID', legalId)),
  )
}

function paymentOf({ kind, dueDate, iban, seller }: Invoice): string {
  return branch(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', '42'),
    ...(kind === 'credit-note' ? [leaf('cbc:PaymentDueDate', dueDate)] : []),
    branch('cac:PayeeFinancialAccount', leaf('cbc:ID', iban), leaf('cbc:Name', seller.name)),
  )
}

function precedingOf({ preceding }: Invoice): string[] {
  if (preceding === null) return []
  const { number, issueDate } = preceding
  const reference = branch('cac:InvoiceDocumentReference', leaf('cbc:ID', number), leaf('cbc:IssueDate', issueDate))
  return [branch('cac:BillingReference', reference)]
}

function attachmentOf({ attachment }: Invoice): string[] {
  if (attachment === null) return []
  const { name, mediaType, bytes, description } = attachment
  const attributes = { filename: name, mimeCode: mediaType }
  return [
    branch(
      'cac:AdditionalDocumentReference',
      leaf('cbc:ID', name),
      leaf('cbc:DocumentDescription', description),
      branch('cac:Attachment', leaf('cbc:EmbeddedDocumentBinaryObject', bytes.toString('base64'), attributes)),
    ),
  ]
}

const named = (name: string, id: string | null): string[] => (id === null ? [] : [branch(name, leaf('cbc:ID', id))])

/** Hundredths as a decimal number. */
function decimal(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const thousandths = (quantity: number): string => String(quantity / 1000)
