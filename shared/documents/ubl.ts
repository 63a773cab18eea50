import type { Fact, InvoiceDocument, VatLine } from '../protocol/invoices/document.ts'
import { childrenOf, descend, parseXml, textAt, type XmlElement } from '../xml/xml.ts'
import { embeddedIn } from './embedded.ts'
import { fact, factsAt, type Paths } from './facts.ts'
import { stornoOf } from './storno.ts'
import type { ReadDocument, Taken } from './taken.ts'
import { ublAdjustments, ublLine } from './ubl-line.ts'
import { ublAddress, ublOptionalParty, ublParty } from './ubl-party.ts'

/**
 * Reads a UBL 2.1 invoice or credit note (CIUS-RO); undefined for anything else. Elements match by local name. Amounts
 * and numbers stay as written.
 */
export function readUbl(root: XmlElement, taken: Taken): ReadDocument | undefined {
  const type = root.name === 'Invoice' ? 'invoice' : root.name === 'CreditNote' ? 'credit-note' : undefined
  const number = taken.text(root, 'ID')
  if (!type || number === null) return undefined
  const currency = taken.text(root, 'DocumentCurrencyCode')
  const taxCurrency = taken.text(root, 'TaxCurrencyCode')
  const typeCode = taken.text(root, type === 'invoice' ? 'InvoiceTypeCode' : 'CreditNoteTypeCode')
  const totals = totalsOf(taken, root, currency, taxCurrency)
  const dated = childrenOf(root, 'PaymentMeans').find(means => textAt(means, 'PaymentDueDate'))
  return {
    type,
    number,
    typeCode,
    storno: stornoOf(type, typeCode, totals),
    issueDate: taken.day(root, 'IssueDate'),
    // A credit note names its due date only among the payment means.
    dueDate: taken.day(root, 'DueDate') ?? taken.day(dated, 'PaymentDueDate'),
    currency,
    taxCurrency: taxCurrency === currency ? null : taxCurrency,
    note: taken.texts(root, 'Note').join('\n') || null,
    facts: [...factsAt(taken, root, REFERENCES), ...preceding(taken, root), ...references(taken, root)],
    seller: ublParty(taken, descend(root, 'AccountingSupplierParty', 'Party')),
    buyer: ublParty(taken, descend(root, 'AccountingCustomerParty', 'Party')),
    payee: ublOptionalParty(taken, descend(root, 'PayeeParty')),
    taxRepresentative: ublOptionalParty(taken, descend(root, 'TaxRepresentativeParty')),
    delivery: childrenOf(root, 'Delivery').flatMap(one => deliveryOf(taken, one)),
    lines: childrenOf(root, type === 'invoice' ? 'InvoiceLine' : 'CreditNoteLine').map(line =>
      ublLine(taken, line, currency),
    ),
    adjustments: ublAdjustments(taken, root, currency),
    vat: childrenOf(taxTotal(root, currency), 'TaxSubtotal').map(subtotal => vatLineOf(taken, subtotal, currency)),
    totals,
    payment: childrenOf(root, 'PaymentMeans').map(means => paymentOf(taken, means)),
    attachments: attachmentsOf(taken, root),
  }
}

/** The findings in the errors file of a `nok` upload (`mesajEroriFactuta`, sic); empty for any other file (E-20). */
export function readErrorsFile(xml: string | Uint8Array): string[] {
  const root = parseXml(xml)
  return childrenOf(root, 'Error').flatMap(error => error.attributes.get('errorMessage')?.trim() || [])
}

const REFERENCES: Paths = [
  ['tax-point', 'TaxPointDate'],
  ['vat-due-code', 'InvoicePeriod', 'DescriptionCode'],
  ['period-from', 'InvoicePeriod', 'StartDate'],
  ['period-to', 'InvoicePeriod', 'EndDate'],
  ['buyer-reference', 'BuyerReference'],
  ['order', 'OrderReference', 'ID'],
  ['sales-order', 'OrderReference', 'SalesOrderID'],
  ['contract', 'ContractDocumentReference', 'ID'],
  ['project', 'ProjectReference', 'ID'],
  ['despatch', 'DespatchDocumentReference', 'ID'],
  ['receipt', 'ReceiptDocumentReference', 'ID'],
  ['tender', 'OriginatorDocumentReference', 'ID'],
  ['accounting-cost', 'AccountingCost'],
  ['terms', 'PaymentTerms', 'Note'],
]

/** The invoices that this one corrects (BG-3). */
function preceding(taken: Taken, root: XmlElement): Fact[] {
  return childrenOf(root, 'BillingReference').flatMap(reference =>
    fact(
      'preceding',
      taken.text(reference, 'InvoiceDocumentReference', 'ID') ??
        taken.text(reference, 'CreditNoteDocumentReference', 'ID'),
      taken.day(reference, 'InvoiceDocumentReference', 'IssueDate'),
    ),
  )
}

/** Documents that are only referenced (among them BT-18, type 130). */
function references(taken: Taken, root: XmlElement): Fact[] {
  return childrenOf(root, 'AdditionalDocumentReference').flatMap(reference => {
    if (descend(reference, 'Attachment')) return []
    const isObject = taken.text(reference, 'DocumentTypeCode') === '130'
    const texts = [taken.text(reference, 'ID'), taken.text(reference, 'DocumentDescription')]
    return fact(isObject ? 'object' : 'document', texts.filter(text => text !== null).join(', ') || null)
  })
}

function deliveryOf(taken: Taken, delivery: XmlElement): Fact[] {
  const address = descend(delivery, 'DeliveryLocation', 'Address')
  return [
    ...fact('delivered-on', taken.day(delivery, 'ActualDeliveryDate')),
    ...fact('deliver-to', taken.text(delivery, 'DeliveryParty', 'PartyName', 'Name')),
    ...fact('location', taken.text(delivery, 'DeliveryLocation', 'ID')),
    ...fact('address', ublAddress(taken, address)),
    ...fact('country', taken.text(address, 'Country', 'IdentificationCode')),
  ]
}

const PAYMENT: Paths = [
  ['payment-id', 'PaymentID'],
  ['iban', 'PayeeFinancialAccount', 'ID'],
  ['account-name', 'PayeeFinancialAccount', 'Name'],
  ['bank', 'PayeeFinancialAccount', 'FinancialInstitutionBranch', 'ID'],
  ['card', 'CardAccount', 'PrimaryAccountNumberID'],
  ['card-holder', 'CardAccount', 'HolderName'],
  ['mandate', 'PaymentMandate', 'ID'],
  ['debited', 'PaymentMandate', 'PayerFinancialAccount', 'ID'],
]

function paymentOf(taken: Taken, means: XmlElement): Fact[] {
  const code = descend(means, 'PaymentMeansCode')
  return [
    ...fact('means', taken.own(code)),
    ...fact('means-name', code?.attributes.get('name')?.trim() || null),
    ...factsAt(taken, means, PAYMENT),
  ]
}

/**
 * An invoice with a second currency has two totals of VAT; the one with the breakdown is in the document's currency.
 */
export function taxTotal(root: XmlElement, currency: string | null): XmlElement | undefined {
  const totals = childrenOf(root, 'TaxTotal')
  const inCurrency = totals.filter(total => currencyOf(total) === currency && currency !== null)
  const candidates = inCurrency.length > 0 ? inCurrency : totals
  return candidates.find(total => descend(total, 'TaxSubtotal')) ?? candidates[0]
}

const currencyOf = (total: XmlElement) => descend(total, 'TaxAmount')?.attributes.get('currencyID')

function totalsOf(taken: Taken, root: XmlElement, currency: string | null, taxCurrency: string | null) {
  const sums = descend(root, 'LegalMonetaryTotal')
  const total = taxTotal(root, currency)
  const vat = taken.amount(currency, total, 'TaxAmount')
  const others = childrenOf(root, 'TaxTotal').filter(one => one !== total)
  const other = taxCurrency === currency ? undefined : others.find(one => currencyOf(one) === taxCurrency)
  // The accounting currency may be the document's own: the same sum repeated is not a second sum.
  for (const one of others)
    if (currencyOf(one) === currency && textAt(one, 'TaxAmount') === vat) taken.text(one, 'TaxAmount')
  const sum = (name: string) => taken.amount(currency, sums, name)
  return {
    lines: sum('LineExtensionAmount'),
    allowances: sum('AllowanceTotalAmount'),
    charges: sum('ChargeTotalAmount'),
    net: sum('TaxExclusiveAmount'),
    vat,
    vatInTaxCurrency: taken.text(other, 'TaxAmount'),
    gross: sum('TaxInclusiveAmount'),
    prepaid: sum('PrepaidAmount'),
    rounding: sum('PayableRoundingAmount'),
    payable: sum('PayableAmount'),
  }
}

function vatLineOf(taken: Taken, subtotal: XmlElement, currency: string | null): VatLine {
  const category = descend(subtotal, 'TaxCategory')
  const reasons = [...taken.texts(category, 'TaxExemptionReason'), ...taken.texts(category, 'TaxExemptionReasonCode')]
  return {
    category: taken.text(category, 'ID'),
    percent: taken.text(category, 'Percent'),
    base: taken.amount(currency, subtotal, 'TaxableAmount'),
    amount: taken.amount(currency, subtotal, 'TaxAmount'),
    exemption: reasons.join(' · ') || null,
  }
}

function attachmentsOf(taken: Taken, root: XmlElement): InvoiceDocument['attachments'] {
  return childrenOf(root, 'AdditionalDocumentReference').flatMap(reference => {
    const attachment = descend(reference, 'Attachment')
    if (!attachment) return []
    const embedded = descend(attachment, 'EmbeddedDocumentBinaryObject')
    taken.own(embedded)
    const id = taken.text(reference, 'ID')
    const address = taken.text(attachment, 'ExternalReference', 'URI')
    const description = [taken.text(reference, 'DocumentDescription'), taken.text(reference, 'DocumentTypeCode')]
    return [
      {
        name: embedded?.attributes.get('filename')?.trim() || address || id || '',
        mediaType: embedded?.attributes.get('mimeCode') ?? null,
        description: description.filter(text => text !== null).join(' · ') || null,
        address,
        index: embedded ? embeddedIn(root).indexOf(embedded) : null,
      },
    ]
  })
}
