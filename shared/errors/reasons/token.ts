import { type Kind, kind } from '../kind.ts'

/**
 * Failures of a certificate on a token that this computer's own program shows (E-28). After such a failure, nothing has
 * left.
 */
export const TOKEN_REASONS = {
  'token-unsupported': kind('invalid-input', 'ours'),
  'token-engine-missing': kind('invalid-input', 'input'),
  'token-reader-missing': kind('invalid-input', 'ours'),
  'token-driver-unusable': kind('invalid-input', 'certificate'),
  'token-driver-silent': kind('auth-required', 'certificate'),
  'token-certificate-missing': kind('auth-required', 'certificate'),
  'token-certificate-ambiguous': kind('invalid-input', 'input'),
  'token-pin-wrong': kind('auth-required', 'certificate'),
  'token-pin-locked': kind('auth-required', 'certificate'),
  'token-pin-expired': kind('auth-required', 'certificate'),
  'token-pin-unavailable': kind('auth-required', 'input'),
  'token-key-unusable': kind('auth-required', 'certificate'),
  'token-gone': kind('auth-required', 'certificate'),
  'token-process-ended': kind('auth-required', 'ours'),
} as const satisfies Record<string, Kind>
