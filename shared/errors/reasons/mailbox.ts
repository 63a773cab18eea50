import { type Kind, kind } from '../kind.ts'

/** Failures of the SPV mailbox. */
export const MAILBOX_REASONS = {
  'request-type-unknown': kind('invalid-input', 'input'),
  'request-not-offered': kind('invalid-input', 'input'),
  'request-year-missing': kind('invalid-input', 'input'),
  'request-month-missing': kind('invalid-input', 'input'),
  'request-half-year': kind('invalid-input', 'input'),
  'request-reason-missing': kind('invalid-input', 'input'),
  'request-reason-unknown': kind('invalid-input', 'input'),
  'request-registration-missing': kind('invalid-input', 'input'),
  'request-period-missing': kind('invalid-input', 'input'),
  'request-period-inverted': kind('invalid-input', 'input'),
  'request-field-unused': kind('invalid-input', 'input'),
  'request-open': kind('invalid-input', 'input'),
  'request-unknown': kind('outcome-unknown', 'network'),
  'request-answer-unclear': kind('outcome-unknown', 'authority'),
  'spv-no-rights': kind('no-rights', 'certificate'),
  'mail-refused': kind('no-rights', 'authority'),
  'mail-entries-unread': kind('unexpected-answer', 'authority'),
  'certificate-refused': kind('auth-required', 'certificate'),
  'spv-technical': kind('service-unavailable', 'authority'),
} as const satisfies Record<string, Kind>
