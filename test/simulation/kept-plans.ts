import type { Plan } from './plan.ts'

/** Plans in which a promise was once broken, as small as they became, each with what broke. */
export const KEPT: readonly { what: string; plan: Plan }[] = []
