import { OFFICE_STORAGE } from '../../shared/errors/office-away.ts'
import type { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/**
 * The meaning of a failure for the rest of a job. `stop`: nothing else can succeed (no sign-in, a full disk).
 * `systemic`: the authority or the network may be down; one such failure may be chance, several in a row are not.
 * `own`: it concerns only this company or message.
 */
export type FailureClass = 'stop' | 'systemic' | 'own'

export function failureClassOf(error: RecipisaError): FailureClass {
  switch (error.reason) {
    case 'client-rejected':
    case 'grant-rejected':
    case 'no-right-for-service':
      return 'stop'
  }
  // The companies of other certificates go on.
  if (error.reason === 'certificate-other') return 'own'
  // So do documents that do not lie in the office's S3 store.
  if (OFFICE_STORAGE.has(error.reason)) return 'own'
  switch (error.code) {
    case 'auth-required':
    case 'session-expired':
    case 'invalid-input':
    case 'storage':
    case 'incompatible-version':
    case 'cancelled':
      return 'stop'
    case 'unreachable':
    case 'service-unavailable':
    case 'blocked-by-firewall':
    case 'rate-limited':
      return 'systemic'
    default:
      return 'own'
  }
}
