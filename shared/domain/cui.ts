/** CUI/CIF: the fiscal code of a company, 2 to 10 digits, the last one a check digit. */

const WEIGHTS = [7, 5, 3, 2, 1, 7, 5, 3, 2]

/** The country's letters, and the separator before the number. */
const COUNTRY = /^RO[\s.:-]{0,3}/i

/** The number of `RO 14399840` or `RO-14399840`; any other text unchanged. */
export function withoutCountry(text: string): string {
  return text.replace(COUNTRY, '')
}

/**
 * The digits of a CUI as people write it (`RO 14399840`, `RO-14399840`, `14.399.840`), without leading zeros and
 * without the invisible characters that a copy may bring. Undefined if the text does not have the shape of a CUI. The
 * check digit is not checked.
 */
export function normalizeCui(text: string): string | undefined {
  const number = withoutCountry(text.replace(/\p{Cf}/gu, '').trim()).replace(/\s/g, '')
  // A point after more than three digits belongs to a fraction. The expression is bounded: a text may have millions of
  // digits.
  if (/^\d{4,10}\.\d/.test(number)) return undefined
  const digits = number.replaceAll('.', '')
  if (!/^\d{1,10}$/.test(digits)) return undefined
  const cui = digits.replace(/^0+/, '')
  return cui.length >= 2 ? cui : undefined
}

/** The digits of a CUI as people write it, or the 13 digits of a person's CNP. */
export function normalizeCode(text: string): string | undefined {
  return normalizeCui(text) ?? /^\s*(\d{13})\s*$/.exec(text)?.[1]
}

/** Whether a code names nobody: thirteen zeros, or a hyphen, where the seller does not know the buyer's CNP. */
export const isOfAnyone = (code: string): boolean => /^[0-]+$/.test(code)

/** Whether the check digit of a normalized CUI is right. */
export function hasValidCheckDigit(cui: string): boolean {
  if (!/^\d{2,10}$/.test(cui)) return false
  const body = cui.slice(0, -1).padStart(9, '0')
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index] ?? 0), 0)
  return ((sum * 10) % 11) % 10 === Number(cui.slice(-1))
}
