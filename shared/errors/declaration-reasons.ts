/** Failures of declarations. */
export const DECLARATION_REASONS = {} as const
