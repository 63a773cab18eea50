import { daysBefore } from '../../shared/domain/romania-time.ts'

/** Days that the authority keeps a document, and days before the end at which it counts as at risk (E-34). */
export const RETENTION = 60
const AT_RISK = 7

/** Documents created before this moment (epoch ms) are at risk now. */
export const atRiskBefore = (now: number): number => daysBefore(now, RETENTION - AT_RISK)
