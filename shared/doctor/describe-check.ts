import type { Locale } from '../errors/codes.ts'
import { fill } from '../errors/fill.ts'
import type { Entry } from '../errors/sentences/entry.ts'
import { SENTENCES as REASON_SENTENCES } from '../errors/sentences/sentences.ts'
import type { Check } from '../protocol/doctor.ts'
import type { Finding } from './finding.ts'
import { FINDINGS } from './findings.ts'

/** The finding, and the advice: empty if there is nothing to do. */
export type CheckSentences = { what: string; next: string }

const SENTENCES: Readonly<Record<string, Entry | Finding>> = {
  ...REASON_SENTENCES,
  ...FINDINGS,
}

/** A check in the user's language; in its program's English if the finding is unknown here. */
export function describeCheck({ finding, params, message }: Check, locale: Locale): CheckSentences {
  const found = Object.hasOwn(SENTENCES, finding) ? SENTENCES[finding] : undefined
  if (!found) return { what: message, next: '' }
  const [what, next] = found[locale]
  return { what: fill(what, params, locale), next: fill(next, params, locale) }
}
