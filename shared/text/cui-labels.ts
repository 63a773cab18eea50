const LABEL = '(?:c[.\\s]{0,3}(?:u[.\\s]{0,3}i|i[.\\s]{0,3}f|n[.\\s]{0,3}p)|cod(?:ul)?\\s{1,3}fiscal)[.\\s]{0,3}'

/**
 * What people write before a CUI or CNP, as the source of an expression without case: `CUI`, `C.I.F.:`, `cod fiscal`,
 * `CUI/CIF`.
 */
export const CUI_LABELS = `${LABEL}(?:/\\s?${LABEL})?[:=-]?\\s{0,3}`

/** Labels before the number, or the apostrophe that makes it text in a spreadsheet. */
const BEFORE_NUMBER = new RegExp(`^'|^${CUI_LABELS}(?=(?:RO[\\s.:-]{0,3})?\\d)`, 'i')

/** The number of `CUI: 14399840` or `C.I.F. RO 14399840`; any other text unchanged but trimmed. */
export function withoutLabel(text: string): string {
  return text.trim().replace(BEFORE_NUMBER, '').trim()
}
