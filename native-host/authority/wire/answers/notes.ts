import { fold } from '../../../../shared/text/fold.ts'

/**
 * Whether a note of either list says that there are no messages (E-12), whatever became of its diacritics. A note that
 * continues differently, for instance about missing rights, does not.
 */
export const isNoMessages = (note: string): boolean =>
  /^nu exist\S{1,2} mesaje( \S{1,2}n (intervalul selectat|ultimele \d+ (de )?zile)|[ .!]*$)/.test(fold(note))

/** The certificate has no right for any company at all. */
export const isWithoutAnyRight = (note: string): boolean =>
  fold(note).includes('nu exista niciun cif pentru care sa aveti drept')
