import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** The failure of a filing after its first byte: nobody knows whether it arrived. Tells where an odd answer is kept. */
export function unknownOutcome(operation: string, cause: unknown): RecipisaError {
  const problem = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
  const kept =
    cause instanceof RecipisaError && typeof cause.params.kept === 'string' ? { kept: cause.params.kept } : {}
  return new RecipisaError('outcome-unknown', { operation, problem, ...kept }, { cause })
}
