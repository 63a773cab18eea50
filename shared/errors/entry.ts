import type { ErrorCode, Locale, Side } from './codes.ts'

/**
 * A failure in words: what happened, what to do next; `{name}` is filled from the error's params, and what stands in
 * square brackets is said only where the params that it quotes are given.
 */
export type Entry = { code: ErrorCode; side: Side } & Record<Locale, readonly [what: string, next: string]>

export const entry = (
  code: ErrorCode,
  side: Side,
  ro: readonly [what: string, next: string],
  en: readonly [what: string, next: string],
): Entry => ({ code, side, ro, en })
