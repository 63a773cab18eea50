import { hasValidCheckDigit, normalizeCui } from '../../../shared/domain/cui.ts'
import { withoutLabel } from '../../../shared/text/cui-labels.ts'

/** The locale key of the problem with a typed CUI; undefined when it is valid. */
export function cuiProblem(text: string): 'cui-shape' | 'cui-check-digit' | undefined {
  const cui = normalizeCui(withoutLabel(text))
  if (cui === undefined) return 'cui-shape'
  return hasValidCheckDigit(cui) ? undefined : 'cui-check-digit'
}
