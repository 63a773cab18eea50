/** Failures of the SPV mailbox. */
export const MAILBOX_REASONS = {} as const
