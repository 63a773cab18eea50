import { daysBefore } from '../../shared/domain/romania-time.ts'

/** How many days the authority keeps a document, and how many days before the end it counts as at risk (E-34). */
export const RETENTION = 60
const AT_RISK = 7

/** Documents that were created before this moment (epoch ms) are at risk now. */
export const atRiskBefore = (now: number): number => daysBefore(now, RETENTION - AT_RISK)
