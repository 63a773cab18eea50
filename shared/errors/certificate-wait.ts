import { RecipisaError } from './recipisa-error.ts'

/**
 * Whether a call was not made because a person must first choose the certificate in the browser, or open the browser at
 * all. Nothing has left, and the work resumes afterwards.
 */
export function waitsForCertificate(error: unknown): boolean {
  if (!(error instanceof RecipisaError)) return false
  return error.reason === 'certificate-choice-needed' || error.reason === 'certificate-needs-browser'
}
