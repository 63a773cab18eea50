import { normalizeCode, normalizeCui } from '../../../shared/domain/cui.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { withoutLabel } from '../../../shared/text/cui-labels.ts'

/** Longest text to read as a CUI, characters: the expressions take long on many spaces. */
const MAX_TEXT = 100

/** The digits of a CUI as people write it, also with `CUI:` or `C.I.F.` before it. Throws `cui-invalid`. */
export function parseCui(text: string): string {
  const cui = text.length > MAX_TEXT ? undefined : normalizeCui(withoutLabel(text))
  if (!cui) throw new RecipisaError('cui-invalid', { value: text.slice(0, 40) })
  return cui
}

/** The digits of a CUI as people write it, or of a CNP. Throws `cui-invalid`. */
export function parseCode(text: string): string {
  const code = normalizeCode(text)
  if (!code) throw new RecipisaError('cui-invalid', { value: text.slice(0, 40) })
  return code
}
