import type { Fact, InvoiceDocument, VatLine } from '../../protocol/invoices/document.ts'
import { childrenOf, descend, type XmlElement } from '../../xml/xml.ts'
import { embeddedIn } from '../embedded.ts'
import { fact, factsAt, type Paths } from '../facts.ts'
import { stornoOf } from '../storno.ts'
import type { ReadDocument, Taken } from '../taken.ts'
import { ciiAdjustments, ciiDay, ciiLine, ciiPeriod } from './cii-line.ts'
import { ciiAddress, ciiParty } from './cii-party.ts'

/** Reads a cross-industry invoice (UN/CEFACT D16B), the other syntax of EN 16931; undefined for anything else. */
export function readCii(root: XmlElement, taken: Taken): ReadDocument | undefined {
  if (root.name !== 'CrossIndustryInvoice') return undefined
  const head = descend(root, 'ExchangedDocument')
  const number = taken.text(head, 'ID')
  if (number === null) return undefined
  const trade = descend(root, 'SupplyChainTradeTransaction')
  const agreement = descend(trade, 'ApplicableHeaderTradeAgreement')
  const delivery = descend(trade, 'ApplicableHeaderTradeDelivery')
  const settlement = descend(trade, 'ApplicableHeaderTradeSettlement')
  const currency = taken.text(settlement, 'InvoiceCurrencyCode')
  const taxCurrency = taken.text(settlement, 'TaxCurrencyCode')
  const typeCode = taken.text(head, 'TypeCode')
  const type = typeCode === '381' ? 'credit-note' : 'invoice'
  const totals = totalsOf(taken, settlement, currency, taxCurrency)
  const payee = descend(settlement, 'PayeeTradeParty')
  const representative = descend(agreement, 'SellerTaxRepresentativeTradeParty')
  const terms = childrenOf(settlement, 'SpecifiedTradePaymentTerms')
  return {
    type,
    number,
    typeCode,
    storno: stornoOf(type, typeCode, totals),
    issueDate: ciiDay(taken, head, 'IssueDateTime'),
    dueDate: terms.map(one => ciiDay(taken, one, 'DueDateDateTime')).find(day => day !== null) ?? null,
    currency,
    taxCurrency: taxCurrency === currency ? null : taxCurrency,
    note:
      childrenOf(head, 'IncludedNote')
        .flatMap(one => taken.text(one, 'Content') ?? [])
        .join('\n') || null,
    facts: [
      ...factsAt(taken, trade, REFERENCES),
      ...ciiPeriod(taken, settlement),
      ...childrenOf(settlement, 'ApplicableTradeTax').flatMap(tax =>
        fact('tax-point', ciiDay(taken, tax, 'TaxPointDate')),
      ),
      ...childrenOf(settlement, 'InvoiceReferencedDocument').flatMap(one =>
        fact('preceding', taken.text(one, 'IssuerAssignedID'), ciiDay(taken, one, 'FormattedIssueDateTime')),
      ),
      ...references(taken, agreement),
      ...terms.flatMap(one => fact('terms', taken.text(one, 'Description'))),
    ],
    seller: ciiParty(taken, descend(agreement, 'SellerTradeParty')),
    buyer: ciiParty(taken, descend(agreement, 'BuyerTradeParty')),
    payee: payee ? ciiParty(taken, payee) : null,
    taxRepresentative: representative ? ciiParty(taken, representative) : null,
    delivery: deliveryOf(taken, delivery),
    lines: childrenOf(trade, 'IncludedSupplyChainTradeLineItem').map(line => ciiLine(taken, line, currency)),
    adjustments: ciiAdjustments(taken, settlement, currency),
    vat: childrenOf(settlement, 'ApplicableTradeTax').map(tax => vatLineOf(taken, tax, currency)),
    totals,
    payment: paymentsOf(taken, settlement, terms),
    attachments: attachmentsOf(taken, root, agreement),
  }
}

const REFERENCES: Paths = [
  ['buyer-reference', 'ApplicableHeaderTradeAgreement', 'BuyerReference'],
  ['order', 'ApplicableHeaderTradeAgreement', 'BuyerOrderReferencedDocument', 'IssuerAssignedID'],
  ['sales-order', 'ApplicableHeaderTradeAgreement', 'SellerOrderReferencedDocument', 'IssuerAssignedID'],
  ['contract', 'ApplicableHeaderTradeAgreement', 'ContractReferencedDocument', 'IssuerAssignedID'],
  ['project', 'ApplicableHeaderTradeAgreement', 'SpecifiedProcuringProject', 'ID'],
  ['despatch', 'ApplicableHeaderTradeDelivery', 'DespatchAdviceReferencedDocument', 'IssuerAssignedID'],
  ['receipt', 'ApplicableHeaderTradeDelivery', 'ReceivingAdviceReferencedDocument', 'IssuerAssignedID'],
  ['accounting-cost', 'ApplicableHeaderTradeSettlement', 'ReceivableSpecifiedTradeAccountingAccount', 'ID'],
  ['creditor', 'ApplicableHeaderTradeSettlement', 'CreditorReferenceID'],
  ['payment-id', 'ApplicableHeaderTradeSettlement', 'PaymentReference'],
]

/** Documents that are only referenced: the object invoiced (130) and the tender (50) among them. */
function references(taken: Taken, agreement: XmlElement | undefined): Fact[] {
  return additional(agreement)
    .filter(one => !isAttachment(one))
    .flatMap(one => {
      const code = taken.text(one, 'TypeCode')
      const texts = [taken.text(one, 'IssuerAssignedID'), taken.text(one, 'Name')]
      const what = code === '130' ? 'object' : code === '50' ? 'tender' : 'document'
      return fact(what, texts.filter(text => text !== null).join(', ') || null)
    })
}

const additional = (agreement: XmlElement | undefined) => childrenOf(agreement, 'AdditionalReferencedDocument')
const isAttachment = (one: XmlElement) => descend(one, 'AttachmentBinaryObject') ?? descend(one, 'URIID')

function attachmentsOf(
  taken: Taken,
  root: XmlElement,
  agreement: XmlElement | undefined,
): InvoiceDocument['attachments'] {
  return additional(agreement)
    .filter(isAttachment)
    .map(one => {
      const embedded = descend(one, 'AttachmentBinaryObject')
      taken.own(embedded)
      taken.text(one, 'TypeCode')
      const id = taken.text(one, 'IssuerAssignedID')
      const address = taken.text(one, 'URIID')
      return {
        name: embedded?.attributes.get('filename')?.trim() || address || id || '',
        mediaType: embedded?.attributes.get('mimeCode') ?? null,
        description: taken.text(one, 'Name'),
        address,
        index: embedded ? embeddedIn(root).indexOf(embedded) : null,
      }
    })
}

function deliveryOf(taken: Taken, delivery: XmlElement | undefined): Fact[] {
  const to = descend(delivery, 'ShipToTradeParty')
  return [
    ...fact('delivered-on', ciiDay(taken, delivery, 'ActualDeliverySupplyChainEvent', 'OccurrenceDateTime')),
    ...fact('deliver-to', taken.text(to, 'Name')),
    ...fact('location', taken.text(to, 'ID') ?? taken.text(to, 'GlobalID')),
    ...fact('address', ciiAddress(taken, descend(to, 'PostalTradeAddress'))),
    ...fact('country', taken.text(to, 'PostalTradeAddress', 'CountryID')),
  ]
}

const PAYMENT: Paths = [
  ['means', 'TypeCode'],
  ['means-name', 'Information'],
  ['iban', 'PayeePartyCreditorFinancialAccount', 'IBANID'],
  ['iban', 'PayeePartyCreditorFinancialAccount', 'ProprietaryID'],
  ['account-name', 'PayeePartyCreditorFinancialAccount', 'AccountName'],
  ['bank', 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID'],
  ['card', 'ApplicableTradeSettlementFinancialCard', 'ID'],
  ['card-holder', 'ApplicableTradeSettlementFinancialCard', 'CardholderName'],
  ['debited', 'PayerPartyDebtorFinancialAccount', 'IBANID'],
]

function paymentsOf(taken: Taken, settlement: XmlElement | undefined, terms: readonly XmlElement[]): Fact[][] {
  const mandates = terms.flatMap(one => fact('mandate', taken.text(one, 'DirectDebitMandateID')))
  const means = childrenOf(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  return [...means.map(one => factsAt(taken, one, PAYMENT)), mandates].filter(facts => facts.length > 0)
}

function totalsOf(
  taken: Taken,
  settlement: XmlElement | undefined,
  currency: string | null,
  taxCurrency: string | null,
) {
  const sums = descend(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const vats = childrenOf(sums, 'TaxTotalAmount')
  const own = ciiVatTotal(sums, currency)
  const other = vats.find(
    one => one !== own && taxCurrency !== null && one.attributes.get('currencyID') === taxCurrency,
  )
  const sum = (name: string) => taken.amount(currency, sums, name)
  const vat = taken.own(own)
  // The accounting currency may be the document's own: the same sum repeated is not a second sum.
  for (const one of vats) if (one.text === vat && one.attributes.get('currencyID') === currency) taken.own(one)
  return {
    lines: sum('LineTotalAmount'),
    allowances: sum('AllowanceTotalAmount'),
    charges: sum('ChargeTotalAmount'),
    net: sum('TaxBasisTotalAmount'),
    vat,
    vatInTaxCurrency: taxCurrency === currency ? null : taken.own(other),
    gross: sum('GrandTotalAmount'),
    prepaid: sum('TotalPrepaidAmount'),
    rounding: sum('RoundingAmount'),
    payable: sum('DuePayableAmount'),
  }
}

/** Of two totals of VAT, the one in the document's currency, which it need not name. */
export function ciiVatTotal(sums: XmlElement | undefined, currency: string | null): XmlElement | undefined {
  const vats = childrenOf(sums, 'TaxTotalAmount')
  return vats.find(one => (one.attributes.get('currencyID') ?? currency) === currency) ?? vats[0]
}

function vatLineOf(taken: Taken, tax: XmlElement, currency: string | null): VatLine {
  taken.text(tax, 'TypeCode')
  const reasons = [taken.text(tax, 'ExemptionReason'), taken.text(tax, 'ExemptionReasonCode')]
  return {
    category: taken.text(tax, 'CategoryCode'),
    percent: taken.text(tax, 'RateApplicablePercent'),
    base: taken.amount(currency, tax, 'BasisAmount'),
    amount: taken.amount(currency, tax, 'CalculatedAmount'),
    exemption: reasons.filter(text => text !== null).join(' · ') || null,
  }
}
