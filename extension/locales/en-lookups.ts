import type { roLookups } from './ro-lookups.ts'
import type { SameKeys } from './translate.ts'

/** English words of company lookups. */
export const enLookups: SameKeys<typeof roLookups> = {}
