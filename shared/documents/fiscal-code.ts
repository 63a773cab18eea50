import { normalizeCode, normalizeCui } from '../domain/cui.ts'
import { withoutLabel } from '../text/cui-labels.ts'

/**
 * The CUI, or a person's CNP, among the tax numbers and then the legal one; else the tax number as written. Beside a tax
 * number of another country, numbers without RO are of that country's registers.
 */
export function fiscalCode(taxIds: readonly string[], legalId: string | null): string | null {
  const foreign = taxIds.find(isForeign)
  for (const id of [...taxIds, legalId ?? '']) {
    const cui = foreign !== undefined && !/^RO\s*\d/i.test(id) ? undefined : codeIn(id)
    if (cui) return cui
  }
  return foreign ?? taxIds[0] ?? null
}

/**
 * The fiscal code as its document writes it: of several spellings the one with the country's letters. A seller may put
 * a hyphen for the VAT number that it does not have.
 */
export function writtenFiscalCode(taxIds: readonly string[], legalId: string | null): string | null {
  const code = fiscalCode(taxIds, legalId)
  const plain = taxIds.map(withoutLabel)
  const isSame = (id: string) => (codeIn(id) ?? id) === code
  const spellings = plain.filter(isSame)
  const known = spellings.find(id => /^[a-z]/i.test(id)) ?? spellings[0]
  return known ?? (legalId !== null && isSame(legalId) ? legalId : (plain[0] ?? legalId))
}

const codeIn = (id: string): string | undefined => normalizeCode(withoutLabel(id))

/** What tax numbers of other countries begin with. `CF 1439`, `TVA 21%` or `Neplatitor (art. 310)` begin otherwise. */
const COUNTRIES =
  'AE|AL|AT|AU|BA|BE|BG|BR|BY|CA|CH|CN|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GE|GR|HK|HR|HU|IE|IL|IN|IS|IT|JP|KR|KZ|LI|LT|LU|LV|MD|ME|MK|MT|NL|NO(?=\\d)|PL|PT|RS|RU|SE|SG|SI|SK|SM|TR|UA|US|XI|1A'
const FOREIGN = new RegExp(`^(?:${COUNTRIES})[\\s.-]?[A-Z]{0,3}[\\s.-]?\\d`)

const isForeign = (taxId: string): boolean => FOREIGN.test(withoutLabel(taxId).toUpperCase())

/** Number in the trade register: BT-30, or in practice among the words of the legal form (BT-33). */
export function registrationOf(legalId: string | null, legalForm: string | null, cui: string | null): string | null {
  if (legalForm !== null && REGISTER.test(legalForm) && !REGISTER.test(legalId ?? '')) return legalForm
  return legalId !== null && (normalizeCui(legalId) ?? legalId) !== cui ? legalId : null
}

const REGISTER = /^[JFC]\s*\d/i
