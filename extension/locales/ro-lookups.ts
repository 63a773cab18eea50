/** Words of company lookups; the rest is in ro.ts. */
export const roLookups = {}
