import type { Locale } from '../codes.ts'

/** `inBrowser`: the advice in the extension, if `next` names a command and the settings do the same. */
type Sentences = readonly [what: string, next: string, inBrowser?: string]

/**
 * A failure in words: what happened, and what to do next, with placeholders for the error's params (`fill`). The
 * languages are side by side, so that neither is forgotten.
 */
export type Entry = Record<Locale, Sentences>

export const entry = (ro: Sentences, en: Sentences): Entry => ({ ro, en })
