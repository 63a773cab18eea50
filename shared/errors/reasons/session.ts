import { type Kind, kind } from '../kind.ts'

/** Failures of a gateway session. */
export const SESSION_REASONS = {
  'certificate-not-presented': kind('auth-required', 'certificate'),
  'certificate-choice-needed': kind('session-expired', 'certificate'),
  'certificate-needs-browser': kind('auth-required', 'certificate'),
  'certificate-address-refused': kind('refused', 'ours'),
  'certificate-upload-unsafe': kind('refused', 'ours'),
  'session-missing': kind('auth-required', 'certificate'),
  'gateway-session-expired': kind('session-expired', 'certificate'),
  'gateway-redirect': kind('unexpected-answer', 'authority'),
  'session-cookies-invalid': kind('invalid-input', 'input'),
  'session-page-unexpected': kind('unexpected-answer', 'authority'),
} as const satisfies Record<string, Kind>
