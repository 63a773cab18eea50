import { MACHINE_FINDINGS } from './machine-findings.ts'
import { NETWORK_FINDINGS } from './network-findings.ts'
import { REGISTRATION_FINDINGS } from './registration-findings.ts'

/** Everything that the doctor may find, beside the failures that have a reason of their own. */
export const FINDINGS = {
  ...REGISTRATION_FINDINGS,
  ...MACHINE_FINDINGS,
  ...NETWORK_FINDINGS,
} as const

export type FindingId = keyof typeof FINDINGS
