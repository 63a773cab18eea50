import { normalizeCui } from '../domain/cui.ts'
import type { InvoiceSummary } from '../protocol/invoices.ts'
import { childrenOf, descend, textAt, type XmlElement } from '../xml/xml.ts'
import { abridged } from './ubl.ts'

/**
 * The fields of a cross-industry invoice (UN/CEFACT D16B) that lists and previews show; undefined for anything else.
 */
export function summarizeCii(root: XmlElement): InvoiceSummary | undefined {
  const number = textAt(root, 'ExchangedDocument', 'ID')
  if (root.name !== 'CrossIndustryInvoice' || number === null) return undefined
  const trade = descend(root, 'SupplyChainTradeTransaction')
  const seller = descend(trade, 'ApplicableHeaderTradeAgreement', 'SellerTradeParty')
  const buyer = descend(trade, 'ApplicableHeaderTradeAgreement', 'BuyerTradeParty')
  const settlement = descend(trade, 'ApplicableHeaderTradeSettlement')
  return abridged({
    number,
    issueDate: dayOf(textAt(root, 'ExchangedDocument', 'IssueDateTime', 'DateTimeString')),
    sellerName: textAt(seller, 'Name'),
    sellerCui: codeOf(seller),
    buyerName: textAt(buyer, 'Name'),
    buyerCui: codeOf(buyer),
    payableAmount: textAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation', 'DuePayableAmount'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
  })
}

/** From the tax registrations, as in UBL, else from the legal registration. */
function codeOf(party: XmlElement | undefined): string | null {
  const registrations = childrenOf(party, 'SpecifiedTaxRegistration').flatMap(one => textAt(one, 'ID') ?? [])
  const legal = textAt(party, 'SpecifiedLegalOrganization', 'ID') ?? ''
  for (const id of [...registrations, legal]) {
    const cui = normalizeCui(id) ?? /^\d{13}$/.exec(id)?.[0]
    if (cui) return cui
  }
  return registrations[0] ?? null
}

/** A day in format 102: `yyyyMMdd`. */
function dayOf(text: string | null): string | null {
  const parts = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(text ?? '')
  return parts ? parts.slice(1).join('-') : null
}
