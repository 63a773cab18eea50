/** Tables of declarations; a step of schema.ts. */
export const DECLARATIONS_TABLES = `
  -- none yet
`
