/** Failures of company lookups. */
export const LOOKUP_REASONS = {} as const
