import { type Kind, kind } from '../kind.ts'

/** Failures of PKCS#11 modules, and companies that another certificate reaches. */
export const CERTIFICATE_REASONS = {
  'certificate-module-missing': kind('not-found', 'input'),
  'certificate-module-unusable': kind('invalid-input', 'certificate'),
  'certificate-module-silent': kind('service-unavailable', 'certificate'),
  'certificate-module-crashed': kind('service-unavailable', 'certificate'),
  'certificate-reader-missing': kind('not-found', 'ours'),
  'certificate-other': kind('auth-required', 'certificate'),
} as const satisfies Record<string, Kind>
