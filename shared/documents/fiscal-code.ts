import { normalizeCui, withoutLabel } from '../domain/cui.ts'

/**
 * The CUI, or a person's CNP, among the tax numbers and then the legal one; else the first tax number as written. Beside
 * a tax number of another country, the legal one is of that country's register.
 */
export function fiscalCode(taxIds: readonly string[], legalId: string | null): string | null {
  const legalIds = legalId === null || taxIds.some(isForeign) ? [] : [legalId]
  for (const id of [...taxIds, ...legalIds]) {
    const cui = normalizeCui(id) ?? /^\d{13}$/.exec(id)?.[0]
    if (cui) return cui
  }
  return taxIds[0] ?? null
}

/** The country's letters, then some digit. `1A` is Kosovo. */
const FOREIGN = /^(?!RO)(?:[A-Z]{2}|1A)\D*\d/i

const isForeign = (taxId: string): boolean => FOREIGN.test(withoutLabel(taxId))

/** Number in the trade register: BT-30, or in practice among the words of the legal form (BT-33). */
export function registrationOf(legalId: string | null, legalForm: string | null, cui: string | null): string | null {
  if (legalForm !== null && REGISTER.test(legalForm) && !REGISTER.test(legalId ?? '')) return legalForm
  return legalId !== null && (normalizeCui(legalId) ?? legalId) !== cui ? legalId : null
}

const REGISTER = /^[JFC]\s*\d/i
