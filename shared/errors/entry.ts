import type { ErrorCode, Locale, Side } from './codes.ts'

/**
 * A failure in words: what happened, and what to do next, with places for the error's params (`fill`). The languages
 * stand side by side, so that neither is forgotten.
 */
export type Entry = { code: ErrorCode; side: Side } & Record<Locale, readonly [what: string, next: string]>

export const entry = (
  code: ErrorCode,
  side: Side,
  ro: readonly [what: string, next: string],
  en: readonly [what: string, next: string],
): Entry => ({ code, side, ro, en })
