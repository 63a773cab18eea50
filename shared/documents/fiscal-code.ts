import { normalizeCui, withoutLabel } from '../domain/cui.ts'

/**
 * The CUI, or a person's CNP, among the tax numbers and then the legal one; else the first tax number as written. Beside
 * a tax number of another country, the legal one is of that country's register.
 */
export function fiscalCode(taxIds: readonly string[], legalId: string | null): string | null {
  const isOwn = legalId !== null && (/^RO\s*\d/i.test(legalId) || !taxIds.some(isForeign))
  const legalIds = isOwn ? [legalId] : []
  for (const id of [...taxIds, ...legalIds]) {
    const cui = normalizeCui(id) ?? /^\d{13}$/.exec(id)?.[0]
    if (cui) return cui
  }
  return taxIds[0] ?? null
}

/** What tax numbers of other countries begin with. `CF 1439`, `TVA 21%` or `Neplatitor (art. 310)` begin otherwise. */
const COUNTRIES =
  'AL|AT|BA|BE|BG|CH|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GR|HR|HU|IE|IS|IT|LI|LT|LU|LV|MD|ME|MK|MT|NL|NO(?=\\d)|PL|PT|RS|SE|SI|SK|SM|TR|UA|XI|1A'
const FOREIGN = new RegExp(`^(?:${COUNTRIES})[\\s.-]?[A-Z]{0,3}[\\s.-]?\\d`)

const isForeign = (taxId: string): boolean => FOREIGN.test(withoutLabel(taxId).toUpperCase())

/** Number in the trade register: BT-30, or in practice among the words of the legal form (BT-33). */
export function registrationOf(legalId: string | null, legalForm: string | null, cui: string | null): string | null {
  if (legalForm !== null && REGISTER.test(legalForm) && !REGISTER.test(legalId ?? '')) return legalForm
  return legalId !== null && (normalizeCui(legalId) ?? legalId) !== cui ? legalId : null
}

const REGISTER = /^[JFC]\s*\d/i
