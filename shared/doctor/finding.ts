import type { Locale } from '../errors/codes.ts'
import type { CheckState } from '../protocol/doctor.ts'

/** Something that the doctor may find: what it is, and what to do about it. Params are filled in as in errors. */
export type Finding = { state: CheckState } & Record<Locale, readonly [what: string, next: string]>

export const finding = (
  state: CheckState,
  ro: readonly [what: string, next: string],
  en: readonly [what: string, next: string],
): Finding => ({ state, ro, en })

/** A finding that asks for nothing. */
export const plain = (state: 'fine' | 'none', ro: string, en: string): Finding => finding(state, [ro, ''], [en, ''])
