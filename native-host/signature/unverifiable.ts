import type { SignatureReport } from '../../shared/protocol/invoices/checks.ts'

/** The report of a signature that cannot be judged; a certificate that it names proves nothing. */
export function unverifiable(problem: string, named: SignatureReport['certificate'] = null): SignatureReport {
  const nothing = { form: null, how: null, digest: null, signature: null, chain: 'not-checked' } as const
  return { ...nothing, verdict: 'unverifiable', certificate: named, problem }
}
