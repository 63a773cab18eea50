import type { Locale } from '../errors/codes.ts'
import type { CheckState } from '../protocol/doctor.ts'

/** A possible finding of the doctor, with its advice. Params are filled in as in errors. */
export type Finding = { state: CheckState } & Record<Locale, readonly [what: string, next: string]>

export const finding = (
  state: CheckState,
  ro: readonly [what: string, next: string],
  en: readonly [what: string, next: string],
): Finding => ({ state, ro, en })

/** A finding that calls for no action. */
export const plain = (state: 'fine' | 'none', ro: string, en: string): Finding => finding(state, [ro, ''], [en, ''])
