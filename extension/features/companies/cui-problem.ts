import { hasValidCheckDigit, normalizeCui, withoutLabel } from '../../../shared/domain/cui.ts'

/** What is wrong with a CUI as typed, as the key of its sentence; undefined when nothing is. */
export function cuiProblem(text: string): 'cui-shape' | 'cui-check-digit' | undefined {
  const cui = normalizeCui(withoutLabel(text))
  if (cui === undefined) return 'cui-shape'
  return hasValidCheckDigit(cui) ? undefined : 'cui-check-digit'
}
