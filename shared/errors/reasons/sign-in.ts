import { type Kind, kind } from '../kind.ts'

/** Failures of the e-Factura authorization: the application, the sign-in in the browser, the tokens. */
export const SIGN_IN_REASONS = {
  'client-not-configured': kind('auth-required', 'input'),
  'not-signed-in': kind('auth-required', 'certificate'),
  'sign-in-expired': kind('session-expired', 'certificate'),
  'token-rejected': kind('session-expired', 'authority'),
  'code-expired': kind('session-expired', 'authority'),
  'client-rejected': kind('refused', 'input'),
  'redirect-not-registered': kind('refused', 'input'),
  'application-unknown': kind('refused', 'input'),
  'grant-rejected': kind('refused', 'authority'),
  'authorization-denied': kind('refused', 'authority'),
  'sign-in-tab-closed': kind('cancelled', 'input'),
  'site-access-missing': kind('auth-required', 'input'),
  'sign-in-page-crashed': kind('unreachable', 'ours'),
  'sign-in-strange-page': kind('refused', 'network'),
  'sign-in-not-from-authority': kind('refused', 'network'),
  'sign-in-timeout': kind('cancelled', 'input'),
  'tokens-invalid': kind('invalid-input', 'input'),
  'token-signature': kind('unexpected-answer', 'authority'),
  'token-answer': kind('unexpected-answer', 'authority'),
  'carrier-failed': kind('storage', 'ours'),
  'secrets-damaged': kind('storage', 'ours'),
} as const satisfies Record<string, Kind>
