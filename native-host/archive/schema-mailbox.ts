/** Tables of mailbox; a step of schema.ts. */
export const MAILBOX_TABLES = `
  -- none yet
`
