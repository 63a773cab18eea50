/** Tables of lookups; a step of schema.ts. */
export const LOOKUPS_TABLES = `
  -- none yet
`
