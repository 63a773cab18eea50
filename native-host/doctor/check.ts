import { describeCheck } from '../../shared/doctor/describe-check.ts'
import { FINDINGS, type FindingId } from '../../shared/doctor/findings.ts'
import type { SentenceParams } from '../../shared/errors/fill.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Check } from '../../shared/protocol/doctor.ts'

/** The doctor's kinds of checks, the most important first. */
export const CHECKS = [
  'data-folder',
  'manifest',
  'launcher',
  'version',
  'free-space',
  'database',
  'credential-store',
  'access',
  'clock',
  'reachability',
  'policy',
  'certificate-module',
] as const
export type CheckId = (typeof CHECKS)[number]

/** A check of that kind with its finding. */
export function found(id: CheckId, finding: FindingId, params: SentenceParams = {}): Check {
  return withMessage({ id, state: FINDINGS[finding].state, finding, params: copied(params) })
}

/** A check that ended with a known failure. Rethrows any other error. */
export function failed(id: CheckId, error: unknown): Check {
  if (!(error instanceof RecipisaError)) throw error
  return withMessage({ id, state: 'broken', finding: error.reason, params: copied(error.params) })
}

/** The check with its texts changed by `change`, and the matching English sentence. */
export function withTexts(check: Check, change: (text: string) => string): Check {
  const params = Object.entries(check.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? change(value) : Array.isArray(value) ? value.map(change) : value,
  ])
  return withMessage({ ...check, params: Object.fromEntries(params) as Check['params'] })
}

function withMessage(check: Omit<Check, 'message'>): Check {
  const { what, next } = describeCheck({ ...check, message: '' }, 'en')
  return { ...check, message: `${what} ${next}`.trim() }
}

/** The caller may change the protocol's params, but not an error's. */
function copied(params: SentenceParams): Check['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  )
}

/** Node's short word for a system failure, such as ENOENT; its message would name the path again. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : (error.message.split('\n')[0] ?? '')
}
