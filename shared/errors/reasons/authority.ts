import { type Kind, kind } from '../kind.ts'

/** Answers that any service of the authority may give, and failures to reach one. */
export const AUTHORITY_REASONS = {
  'no-rights-for-company': kind('no-rights', 'authority'),
  'certificate-without-rights': kind('no-rights', 'certificate'),
  'no-right-for-service': kind('no-rights', 'authority'),
  'authority-note': kind('refused', 'authority'),
  'quota-reached': kind('limit-reached', 'authority'),
  'rate-limited': kind('rate-limited', 'authority'),
  'service-technical': kind('service-unavailable', 'authority'),
  firewall: kind('blocked-by-firewall', 'authority'),
  maintenance: kind('service-unavailable', 'authority'),
  'answer-unexpected': kind('unexpected-answer', 'authority'),
  'answer-truncated': kind('unexpected-answer', 'network'),
  unreachable: kind('unreachable', 'network'),
  'tls-untrusted': kind('unreachable', 'network'),
} as const satisfies Record<string, Kind>
