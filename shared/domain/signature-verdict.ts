import type { SignatureReport } from '../protocol/checks.ts'
import type { ResultOf } from '../protocol/methods.ts'

/** What the finding of this machine is called: where a signature does not hold it matters why. */
export type SignatureFinding = SignatureReport['verdict'] | 'not-signed' | 'other-copy'
type Answer = ResultOf<'invoices.verifyAtAuthority'>['verdict']

export function findingOf({ verdict, digest, signature }: SignatureReport): SignatureFinding {
  if (verdict !== 'tampered' || !digest) return verdict
  return signature ? 'other-copy' : 'not-signed'
}

/** Whether this machine and the authority say opposite things, of which the authority's counts (E-36). */
export function contradicts(here: SignatureReport['verdict'], authority: Answer): boolean {
  return (here === 'valid' && authority === 'invalid') || (here === 'tampered' && authority === 'valid')
}
