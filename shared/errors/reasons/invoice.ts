import { type Kind, kind } from '../kind.ts'

/** Failures of the e-Factura lists and of archived documents. */
export const INVOICE_REASONS = {
  'download-denied': kind('no-rights', 'authority'),
  'message-expired': kind('expired', 'authority'),
  'entries-unread': kind('unexpected-answer', 'authority'),
  'entries-of-others': kind('unexpected-answer', 'authority'),
  'message-unknown': kind('not-found', 'input'),
  'document-missing': kind('not-found', 'ours'),
  'document-part-missing': kind('not-found', 'authority'),
  'document-not-drawn': kind('unexpected-answer', 'ours'),
  'document-damaged': kind('storage', 'ours'),
  'document-dtd': kind('unexpected-answer', 'authority'),
  'document-too-complex': kind('unexpected-answer', 'authority'),
  'document-takes-too-long': kind('unexpected-answer', 'authority'),
  'document-takes-too-much': kind('unexpected-answer', 'authority'),
  'invoice-not-received': kind('invalid-input', 'input'),
  'zip-without-signature': kind('invalid-input', 'input'),
  'pdf-missing': kind('not-found', 'ours'),
  'check-too-large': kind('invalid-input', 'input'),
} as const satisfies Record<string, Kind>
