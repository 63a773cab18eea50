import type { Locale } from '../../../shared/errors/codes.ts'
import { errorSentences } from '../core/error-sentences.ts'
import type { Step } from './run-due.ts'
import { SCHEDULE_LABELS } from './schedule-labels.ts'

/** The outcome of each part of a run, in words. */
export function stepFacts(steps: readonly Step[], locale: Locale): [part: string, outcome: string][] {
  const labels = SCHEDULE_LABELS[locale]
  return steps.map(({ step, outcome, error }) => [
    labels.steps[step],
    [labels.outcomes[outcome], ...(error ? [errorSentences(error, locale)] : [])].join(': '),
  ])
}
