import { type Kind, kind } from '../kind.ts'

/** Failures of declarations: the portal, the declaration status page, receipts. */
export const DECLARATION_REASONS = {
  'declaration-unknown': kind('not-found', 'input'),
  'already-declared': kind('refused', 'input'),
  'declaration-held-off': kind('rate-limited', 'authority'),
  'declaration-not-lost': kind('refused', 'input'),
  'declaration-other': kind('refused', 'input'),
  'declaration-number-taken': kind('refused', 'input'),
  'declaration-company-known': kind('refused', 'input'),
  'declaration-company-unknown': kind('invalid-input', 'input'),
  'declaration-company-other': kind('invalid-input', 'input'),
  'declaration-file-invalid': kind('invalid-input', 'input'),
  'declaration-unreadable': kind('invalid-input', 'input'),
  'declaration-not-signed': kind('invalid-input', 'input'),
  'declaration-no-xml': kind('invalid-input', 'input'),
  'declaration-too-large': kind('invalid-input', 'input'),
  'declaration-untraceable': kind('outcome-unknown', 'authority'),
  'declaration-ambiguous': kind('outcome-unknown', 'authority'),
  'receipt-missing': kind('not-found', 'ours'),
  'receipt-unavailable': kind('not-found', 'authority'),
  'status-input-invalid': kind('invalid-input', 'authority'),
  'declaration-not-found': kind('not-found', 'authority'),
  'captured-elsewhere': kind('refused', 'input'),
  'portal-page-unexpected': kind('unexpected-answer', 'authority'),
  'portal-step-late': kind('unreachable', 'certificate'),
} as const satisfies Record<string, Kind>
