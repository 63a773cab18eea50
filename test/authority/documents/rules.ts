import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { at, children, textAt } from './dom.ts'
import type { UploadedDocument, UploadedParty } from './uploaded-document.ts'

export type Circumstances = {
  /** A CUI that is accepted whatever its check digit: the firms of this world. */
  isKnown: (cui: string) => boolean
  /** The buyer is abroad or a consumer, and has no CUI. */
  buyerWithoutCui?: boolean
}

const schematron = (rule: string, text: string) => `E: validari globale  SCHEMATRON   eroare: [${rule}]-${text}`

const wrongCui = (party: 'Supplier' | 'Customer', rule: string, who: string, cui: string) =>
  `E: Accounting${party}Party (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1)  eroare regula: ${rule}: Cui ${who} incorect / validare CUI (${cui}) `

const VAT_PREFIX =
  'The Seller VAT identifier (BT-31), the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48) shall have a prefix in accordance with ISO code ISO 3166-1 alpha-2 by which the country of issue may be identified. Nevertheless, Greece may use the prefix ‘EL’.'
const SUBDIVISION =
  "Daca Codul ţării vânzătorului (BT-40) este  RO , atunci Subdiviziunea ţării vânzătorului (BT-39) trebuie să fie codificată folosind lista de coduri ISO 3166-2:RO (ex.  RO-B  pentru Municipiul Bucuresti,  RO-AB  pentru judetul Alba...).     #If the Seller's country Code (BT-40) is  RO , then the Seller's country subdivision (BT-39) must be coded using the ISO 3166-2: RO code list (ex.  RO-B  for Bucharest,  RO-AB  for Alba County...)."

/** The findings of a few of the service's rules in an invoice or credit note; empty for a correct document. */
export function findingsOf(document: UploadedDocument, circumstances: Circumstances): string[] {
  const { number, issueDate, seller, buyer } = document
  const needed: [string, string, string][] = [
    [number, 'BR-02', 'An Invoice shall have an Invoice number (BT-1).'],
    [issueDate, 'BR-03', 'An Invoice shall have an Invoice issue date (BT-2).'],
    [seller.name, 'BR-06', 'An Invoice shall contain the Seller name (BT-27).'],
    [buyer.name, 'BR-07', 'An Invoice shall contain the Buyer name (BT-44).'],
  ]
  const missing = needed.filter(([value]) => value === '').map(([, rule, text]) => schematron(rule, text))
  const isRight = ({ cui }: UploadedParty) =>
    circumstances.isKnown(cui) || hasValidCheckDigit(cui) || /^\d{13}$/.test(cui)
  const parties: string[] = []
  if (!isRight(seller)) parties.push(wrongCui('Supplier', 'R_BT_32_cui', 'vanzator', seller.cui))
  const needsCui = !circumstances.buyerWithoutCui && ['', 'RO'].includes(buyer.country)
  if (needsCui && !isRight(buyer)) parties.push(wrongCui('Customer', 'R_BT_48_cui', 'cumparator', buyer.cui))
  return [...missing, ...(document.standard === 'CII' ? [] : ublFindings(document)), ...parties]
}

function ublFindings({ root, standard, seller }: UploadedDocument): string[] {
  const found: string[] = []
  const need = (holds: boolean, rule: string, text: string) => {
    if (!holds) found.push(schematron(rule, text))
  }
  const vatIds = ['AccountingSupplierParty', 'AccountingCustomerParty'].flatMap(name =>
    children(at(root, name, 'Party'), 'PartyTaxScheme')
      .filter(scheme => textAt(scheme, 'TaxScheme', 'ID') === 'VAT')
      .map(scheme => textAt(scheme, 'CompanyID')),
  )
  need(
    /CIUS-RO/.test(textAt(root, 'CustomizationID')),
    'BR-RO-001',
    'Identificatorul specificaţiei (BT-24) nu este cel al CIUS-RO.',
  )
  need(
    vatIds.every(id => /^[A-Z]{2}/.test(id)),
    'BR-CO-09',
    VAT_PREFIX,
  )
  const county = textAt(root, 'AccountingSupplierParty', 'Party', 'PostalAddress', 'CountrySubentity')
  need(seller.country !== 'RO' || /^RO-[A-Z]{1,2}$/.test(county), 'BR-RO-110', SUBDIVISION)
  const currency = textAt(root, 'DocumentCurrencyCode')
  need(currency !== '', 'BR-05', 'An Invoice shall have an Invoice currency code (BT-5).')

  const lines = children(root, standard === 'CN' ? 'CreditNoteLine' : 'InvoiceLine')
  need(lines.length > 0, 'BR-16', 'An Invoice shall have at least one Invoice line (BG-25)')
  const sums = at(root, 'LegalMonetaryTotal')
  const net = lines.reduce((total, line) => total + cents(textAt(line, 'LineExtensionAmount')), 0)
  need(
    net === cents(textAt(sums, 'LineExtensionAmount')),
    'BR-CO-10',
    'Sum of Invoice line net amount (BT-106) = Σ Invoice line net amount (BT-131).',
  )
  const vat = children(root, 'TaxTotal')
    .flatMap(total => children(total, 'TaxAmount').slice(0, 1))
    .find(amount => [currency, ''].includes(amount.getAttribute('currencyID') ?? ''))
  const gross = cents(textAt(sums, 'TaxExclusiveAmount')) + cents(vat?.textContent ?? '')
  need(
    gross === cents(textAt(sums, 'TaxInclusiveAmount')),
    'BR-CO-15',
    'Invoice total amount with VAT (BT-112) = Invoice total amount without VAT (BT-109) + Invoice total VAT amount (BT-110).',
  )
  return found
}

const cents = (amount: string): number => Math.round(Number(amount.trim()) * 100)
