import type { LoadPhrases } from './locale.ts'

/** Everything that pages say, in one language. */
export const allPhrases: LoadPhrases = async locale =>
  locale === 'ro' ? (await import('./ro.ts')).ro : (await import('./en.ts')).en

/** The popup's phrases. */
export const popupPhrases: LoadPhrases = async locale =>
  locale === 'ro' ? (await import('./popup-ro.ts')).popupRo : (await import('./popup-en.ts')).popupEn
