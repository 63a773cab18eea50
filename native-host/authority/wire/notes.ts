import { fold } from '../../../shared/text/fold.ts'

/**
 * Both lists' way to say that there is nothing (E-12), with whatever became of its diacritics. What goes on in another
 * way (for lack of rights, say) is no empty list.
 */
export const isNoMessages = (note: string): boolean =>
  /^nu exist\S{1,2} mesaje( \S{1,2}n (intervalul selectat|ultimele \d+ (de )?zile)|[ .!]*$)/.test(fold(note))

/** The certificate has no right for any company, whichever was asked for. */
export const isWithoutAnyRight = (note: string): boolean =>
  fold(note).includes('nu exista niciun cif pentru care sa aveti drept')
