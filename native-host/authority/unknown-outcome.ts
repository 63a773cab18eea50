import { describeReason, RecipisaError } from '../../shared/errors/recipisa-error.ts'

/**
 * The failure of a filing after its first byte: nobody knows whether it arrived. Tells where an odd answer is kept, and
 * nothing of what to do about the cause: to try again is no advice here.
 */
export function unknownOutcome(operation: string, cause: unknown): RecipisaError {
  const kept =
    cause instanceof RecipisaError && typeof cause.params.kept === 'string' ? { kept: cause.params.kept } : {}
  return new RecipisaError('outcome-unknown', { operation, problem: problemOf(cause), ...kept }, { cause })
}

function problemOf(cause: unknown): string {
  if (cause instanceof RecipisaError) return describeReason(cause.reason, cause.params, 'en').what.replace(/\.$/, '')
  return cause instanceof Error ? cause.message : String(cause)
}
