import { normalizeCui } from '../../../shared/domain/cui.ts'
import { at, children, parseDocument, textAt } from './dom.ts'

/** The fields that the service reads from an uploaded XML. */
export type UploadedDocument = {
  root: Element
  standard: 'UBL' | 'CN' | 'CII' | 'RASP'
  number: string
  /** `yyyy-MM-dd`; empty if the document has none. */
  issueDate: string
  seller: UploadedParty
  buyer: UploadedParty
  /** `index_incarcare` and text of a buyer's message. */
  refersTo: string
  message: string
}

export type UploadedParty = {
  name: string
  /** As written, with its country's prefix. */
  taxId: string
  /** Digits of a CUI or CNP; the written id if it is neither; empty without an id. */
  cui: string
  /** ISO 3166-1; empty without a country. */
  country: string
}

const STANDARDS: Readonly<Record<string, UploadedDocument['standard']>> = {
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 Invoice': 'UBL',
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2 CreditNote': 'CN',
  'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100 CrossIndustryInvoice': 'CII',
  'mfp:anaf:dgti:spv:reqMesaj:v1 header': 'RASP',
}

const NOBODY: UploadedParty = { name: '', taxId: '', cui: '', country: '' }

/** A document of one of the four standards, otherwise a description of the error in the bytes. */
export function readUploaded(bytes: Uint8Array): UploadedDocument | string {
  const root = parseDocument(bytes)
  if (typeof root === 'string') return root
  const standard = STANDARDS[`${root.namespaceURI} ${root.localName}`]
  if (!standard) return `cvc-elt.1: Cannot find the declaration of element '${root.nodeName}'.`
  if (standard === 'RASP') {
    const [refersTo, message] = ['index_incarcare', 'message'].map(name => root.getAttribute(name) ?? '')
    const shared = { root, standard, number: '', issueDate: '', seller: NOBODY, buyer: NOBODY }
    return { ...shared, refersTo: refersTo ?? '', message: message ?? '' }
  }
  const read = standard === 'CII' ? readCii(root) : readUbl(root)
  return { root, standard, ...read, refersTo: '', message: '' }
}

type Read = Pick<UploadedDocument, 'number' | 'issueDate' | 'seller' | 'buyer'>

function readUbl(root: Element): Read {
  const party = (name: string): UploadedParty => {
    const from = at(root, name, 'Party')
    const ids = children(from, 'PartyTaxScheme').map(scheme => textAt(scheme, 'CompanyID'))
    return identify(
      textAt(from, 'PartyLegalEntity', 'RegistrationName') || textAt(from, 'PartyName', 'Name'),
      [...ids, textAt(from, 'PartyLegalEntity', 'CompanyID')],
      textAt(from, 'PostalAddress', 'Country', 'IdentificationCode'),
    )
  }
  return {
    number: textAt(root, 'ID'),
    issueDate: textAt(root, 'IssueDate'),
    seller: party('AccountingSupplierParty'),
    buyer: party('AccountingCustomerParty'),
  }
}

function readCii(root: Element): Read {
  const agreement = at(root, 'SupplyChainTradeTransaction', 'ApplicableHeaderTradeAgreement')
  const party = (name: string): UploadedParty => {
    const from = at(agreement, name)
    const ids = children(from, 'SpecifiedTaxRegistration').map(registration => textAt(registration, 'ID'))
    const legal = textAt(from, 'SpecifiedLegalOrganization', 'ID')
    return identify(textAt(from, 'Name'), [...ids, legal], textAt(from, 'PostalTradeAddress', 'CountryID'))
  }
  const [, year, month, day] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(textAt(root, 'ExchangedDocument', 'IssueDateTime', 'DateTimeString')) ?? []
  return {
    number: textAt(root, 'ExchangedDocument', 'ID'),
    issueDate: year ? `${year}-${month}-${day}` : '',
    seller: party('SellerTradeParty'),
    buyer: party('BuyerTradeParty'),
  }
}

function identify(name: string, ids: readonly string[], country: string): UploadedParty {
  const given = ids.filter(id => id !== '')
  const fiscal = given.find(id => normalizeCui(id) !== undefined || /^\d{13}$/.test(id))
  const taxId = fiscal ?? given[0] ?? ''
  return { name, taxId, cui: normalizeCui(taxId) ?? taxId, country }
}
