import * as v from 'valibot'
import { findingOf } from '../../../shared/documents/findings.ts'
import type { Finding } from '../../../shared/protocol/invoices/checks.ts'
import { fold } from '../../../shared/text/fold.ts'

const Validation = v.object({
  stare: v.pipe(v.string(), v.transform(fold), v.picklist(['ok', 'nok'])),
  Messages: v.optional(v.nullable(v.array(v.object({ message: v.string() })))),
  trace_id: v.optional(v.nullable(v.pipe(v.union([v.string(), v.number()]), v.transform(String)))),
})

/** `technical`: the service reports only a failure of its own, so it has not checked the invoice. */
export type Validation = {
  state: 'ok' | 'nok'
  findings: Finding[]
  traceId: string | null
  technical: string | undefined
}

/** Reads the JSON of validare, with which transformare also answers for an invalid file (E-24, E-25). */
export function parseValidation(value: unknown): Validation | undefined {
  const parsed = v.safeParse(Validation, value)
  if (!parsed.success) return undefined
  const { stare, Messages, trace_id } = parsed.output
  const messages = (Messages ?? []).map(({ message }) => message)
  return {
    state: stare,
    // Beside findings, a technical error is one more finding: the invoice breaks its rules all the same.
    findings: messages.map(findingOf),
    traceId: trace_id ?? null,
    technical: messages.every(isTechnical) ? messages[0] : undefined,
  }
}

/** Only plain words come before it: no rule, no number, no quotation from the invoice. */
const TECHNICAL = /^[a-z:,. -]{0,40}\b(eroare|erori) (tehnic\S{0,3}|intern[ae]|de sistem)(?=[\s.,:;!]|$)/

/** Whether a sentence in place of findings reports a failure of the service itself. */
export function isTechnical(message: string): boolean {
  return findingOf(message).rule === null && TECHNICAL.test(fold(message))
}

const Signature = v.object({ msg: v.string() })

/** The answer of validate/signature; `technical`: the service could not look at the files. */
export type SignatureVerdict = { verdict: 'valid' | 'invalid' | 'unknown' | 'technical'; message: string }

/**
 * Reads the JSON of validate/signature. Only the wording tells valid from invalid. A sentence with a negation never
 * counts as success, and an unknown sentence counts as neither (E-26).
 */
export function parseSignatureVerdict(value: unknown, status: number): SignatureVerdict | undefined {
  const parsed = v.safeParse(Signature, value)
  if (!parsed.success) return undefined
  const { msg: message } = parsed.output
  return { verdict: verdictOf(fold(message), status), message }
}

function verdictOf(message: string, status: number): SignatureVerdict['verdict'] {
  if (status === 400 || message.startsWith('eroare tehnica')) return 'technical'
  if (status !== 200) return 'unknown'
  if (message.includes('nu au putut fi validate cu succes')) return 'invalid'
  return message.includes('au fost validate cu succes') && !/\bnu\b/.test(message) ? 'valid' : 'unknown'
}
