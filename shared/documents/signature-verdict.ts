import type { SignatureReport } from '../protocol/invoices/checks.ts'
import type { ResultOf } from '../protocol/methods.ts'

/** This machine's finding about a signature. If the signature does not hold, the finding also gives the reason. */
export type SignatureFinding = SignatureReport['verdict'] | 'not-signed' | 'other-copy'
type Answer = ResultOf<'invoices.verifyAtAuthority'>['verdict']

export function findingOf({ verdict, digest, signature }: SignatureReport): SignatureFinding {
  if (verdict !== 'tampered' || !digest) return verdict
  return signature ? 'other-copy' : 'not-signed'
}

/** Whether this machine and the authority contradict each other; the authority's answer counts (E-36). */
export function contradicts(here: SignatureReport['verdict'], authority: Answer): boolean {
  return (here === 'valid' && authority === 'invalid') || (here === 'tampered' && authority === 'valid')
}
