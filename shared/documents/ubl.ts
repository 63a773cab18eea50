import type * as v from 'valibot'
import { normalizeCui } from '../domain/cui.ts'
import type { InvoiceDocument, InvoiceSummary, Line, Party, VatLine } from '../protocol/invoices.ts'
import { childrenOf, descend, parseXml, textAt, type XmlElement } from '../xml/xml.ts'

/**
 * Reads a UBL 2.1 invoice or credit note (CIUS-RO), as text or as the file's bytes; undefined for anything else.
 * Elements match by local name. Amounts and numbers stay as they are written.
 */
export function readUbl(xml: string | Uint8Array): InvoiceDocument | undefined {
  const root = parseXml(xml)
  return root && documentOf(root)
}

/** Like `readUbl`, for XML that is already parsed. */
export function documentOf(root: XmlElement): InvoiceDocument | undefined {
  const type = root.name === 'Invoice' ? 'invoice' : root.name === 'CreditNote' ? 'credit-note' : undefined
  const number = textAt(root, 'ID')
  if (!type || number === null) return undefined
  const currency = textAt(root, 'DocumentCurrencyCode')
  const total = taxTotal(root, currency)
  const sums = descend(root, 'LegalMonetaryTotal')
  return {
    type,
    number,
    issueDate: dayAt(root, 'IssueDate'),
    // A credit note names its due date only among the payment means.
    dueDate: dayAt(root, 'DueDate') ?? dayAt(root, 'PaymentMeans', 'PaymentDueDate'),
    currency,
    note: textsOf(root, 'Note').join('\n') || null,
    seller: partyOf(descend(root, 'AccountingSupplierParty', 'Party')),
    buyer: partyOf(descend(root, 'AccountingCustomerParty', 'Party')),
    lines: childrenOf(root, type === 'invoice' ? 'InvoiceLine' : 'CreditNoteLine').map(lineOf),
    vat: childrenOf(total, 'TaxSubtotal').map(vatLineOf),
    totals: {
      net: textAt(sums, 'TaxExclusiveAmount'),
      vat: textAt(total, 'TaxAmount'),
      gross: textAt(sums, 'TaxInclusiveAmount'),
      payable: textAt(sums, 'PayableAmount'),
    },
    attachments: attachmentsOf(root),
  }
}

/** The fields of a document that lists and search show. */
export function summarize(document: InvoiceDocument): InvoiceSummary {
  return abridged({
    number: document.number,
    issueDate: document.issueDate,
    sellerName: document.seller.name,
    sellerCui: document.seller.cui,
    buyerName: document.buyer.name,
    buyerCui: document.buyer.cui,
    payableAmount: document.totals.payable,
    currency: document.currency,
    type: document.type,
    attachments: document.attachments.length,
  })
}

/** Longest text of a summary, characters: far more than a number or a name has. */
const MOST_TEXT = 300

/** The summary with texts that fit into a list: one document must not fill an answer that many share (H-01). */
export function abridged(summary: InvoiceSummary): InvoiceSummary {
  const texts = Object.entries(summary).map(([field, text]) => [
    field,
    typeof text === 'string' && text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text,
  ])
  return Object.fromEntries(texts) as InvoiceSummary
}

/**
 * The findings in the errors file of a `nok` upload (`mesajEroriFactuta`, spelled so); empty for any other file (E-20).
 */
export function readErrorsFile(xml: string | Uint8Array): string[] {
  const root = parseXml(xml)
  return childrenOf(root, 'Error').flatMap(error => error.attributes.get('errorMessage')?.trim() || [])
}

/** With a second accounting currency there are two TaxTotals; the one in the document's currency has the breakdown. */
function taxTotal(root: XmlElement, currency: string | null): XmlElement | undefined {
  const totals = childrenOf(root, 'TaxTotal')
  const inCurrency = totals.find(
    total => descend(total, 'TaxAmount')?.attributes.get('currencyID') === currency && currency !== null,
  )
  return inCurrency ?? totals[0]
}

function partyOf(party: XmlElement | undefined): v.InferOutput<typeof Party> {
  const taxIds = childrenOf(party, 'PartyTaxScheme').flatMap(scheme => textAt(scheme, 'CompanyID') ?? [])
  const legalId = textAt(party, 'PartyLegalEntity', 'CompanyID')
  const cui = fiscalCode(taxIds, legalId)
  return {
    // BT-27 is the registered name; PartyName is the trading name.
    name: textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? textAt(party, 'PartyName', 'Name'),
    cui,
    registration: registrationOf(legalId, textAt(party, 'PartyLegalEntity', 'CompanyLegalForm'), cui),
    address: addressOf(descend(party, 'PostalAddress')),
  }
}

/** The CUI, or a person's CNP; else the foreign tax number as it is written. */
function fiscalCode(taxIds: readonly string[], legalId: string | null): string | null {
  for (const id of [...taxIds, legalId ?? '']) {
    const cui = normalizeCui(id) ?? /^\d{13}$/.exec(id)?.[0]
    if (cui) return cui
  }
  return taxIds[0] ?? null
}

/** Number in the trade register: BT-30, or in practice among the words of the legal form. */
function registrationOf(legalId: string | null, legalForm: string | null, cui: string | null): string | null {
  if (legalForm !== null && /^[JFC]\s*\d/i.test(legalForm) && !/^[JFC]\s*\d/i.test(legalId ?? '')) return legalForm
  return legalId !== null && (normalizeCui(legalId) ?? legalId) !== cui ? legalId : null
}

/** One line; a county of Romania (`RO-CT`) by its letters, which say the country too. */
function addressOf(address: XmlElement | undefined): string | null {
  const county = textAt(address, 'CountrySubentity')
  const letters = /^RO-([A-Z]{1,2})$/.exec(county ?? '')?.[1]
  const parts = [
    textAt(address, 'StreetName'),
    textAt(address, 'AdditionalStreetName'),
    textAt(address, 'AddressLine', 'Line'),
    textAt(address, 'CityName'),
    textAt(address, 'PostalZone'),
    letters ?? county,
    letters === undefined ? textAt(address, 'Country', 'IdentificationCode') : null,
  ]
  return parts.filter(part => part !== null).join(', ') || null
}

function lineOf(line: XmlElement): v.InferOutput<typeof Line> {
  const quantity = descend(line, 'InvoicedQuantity') ?? descend(line, 'CreditedQuantity')
  return {
    id: textAt(line, 'ID') ?? '',
    name: textAt(line, 'Item', 'Name') ?? textAt(line, 'Item', 'Description') ?? '',
    quantity: quantity?.text || null,
    unit: quantity?.attributes.get('unitCode') ?? null,
    price: textAt(line, 'Price', 'PriceAmount'),
    amount: textAt(line, 'LineExtensionAmount'),
    vatPercent: textAt(line, 'Item', 'ClassifiedTaxCategory', 'Percent'),
  }
}

function vatLineOf(subtotal: XmlElement): v.InferOutput<typeof VatLine> {
  return {
    category: textAt(subtotal, 'TaxCategory', 'ID'),
    percent: textAt(subtotal, 'TaxCategory', 'Percent'),
    base: textAt(subtotal, 'TaxableAmount'),
    amount: textAt(subtotal, 'TaxAmount'),
  }
}

function attachmentsOf(root: XmlElement): InvoiceDocument['attachments'] {
  return childrenOf(root, 'AdditionalDocumentReference').flatMap(reference => {
    const attachment = descend(reference, 'Attachment')
    if (!attachment) return []
    const embedded = descend(attachment, 'EmbeddedDocumentBinaryObject')
    const name =
      embedded?.attributes.get('filename') ?? textAt(attachment, 'ExternalReference', 'URI') ?? textAt(reference, 'ID')
    return [{ name: name ?? '', mediaType: embedded?.attributes.get('mimeCode') ?? null }]
  })
}

function textsOf(root: XmlElement, name: string): string[] {
  return childrenOf(root, name).flatMap(({ text }) => text || [])
}

/** xs:date may name a time zone after the day; it is ignored. A text that is not a day counts as none. */
function dayAt(root: XmlElement, ...path: string[]): string | null {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|Z|[+-])/.exec(textAt(root, ...path) ?? '')?.[0] ?? null
}
