import { describeReason, RecipisaError } from '../../shared/errors/recipisa-error.ts'

/**
 * The failure of what was sent once, after its first byte: nobody knows whether it arrived. Tells where an odd answer is
 * kept.
 */
export function unknownOutcome(
  operation: string,
  cause: unknown,
  reason: 'outcome-unknown' | 'request-unknown' = 'outcome-unknown',
): RecipisaError {
  const kept =
    cause instanceof RecipisaError && typeof cause.params.kept === 'string' ? { kept: cause.params.kept } : {}
  return new RecipisaError(reason, { operation, problem: problemOf(cause), ...kept }, { cause })
}

/** Within a sentence: what happened, without what to do about it, which is another thing here. */
function problemOf(cause: unknown): string {
  if (!(cause instanceof RecipisaError)) return cause instanceof Error ? cause.message : String(cause)
  return describeReason(cause.reason, cause.params, 'en').what.replace(/\.$/, '')
}
