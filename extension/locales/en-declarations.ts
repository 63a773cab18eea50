import type { roDeclarations } from './ro-declarations.ts'
import type { SameKeys } from './translate.ts'

/** English words of declarations. */
export const enDeclarations: SameKeys<typeof roDeclarations> = {}
