import { MACHINE_FINDINGS } from './machine-findings.ts'
import { NETWORK_FINDINGS } from './network-findings.ts'
import { REGISTRATION_FINDINGS } from './registration-findings.ts'

/** Every possible finding of the doctor, besides the failures with their own reasons. */
export const FINDINGS = {
  ...REGISTRATION_FINDINGS,
  ...MACHINE_FINDINGS,
  ...NETWORK_FINDINGS,
} as const

export type FindingId = keyof typeof FINDINGS
