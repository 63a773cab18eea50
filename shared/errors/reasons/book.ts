import { type Kind, kind } from '../kind.ts'

/** Failures of getting invoices into the accounting program. */
export const BOOK_REASONS = {
  'book-export-unknown': kind('not-found', 'input'),
  'book-export-gone': kind('not-found', 'ours'),
  'book-not-an-invoice': kind('invalid-input', 'input'),
  'book-amount-unreadable': kind('invalid-input', 'input'),
  'book-fact-missing': kind('invalid-input', 'input'),
  'book-reverse-charge': kind('invalid-input', 'input'),
  'ledger-columns': kind('invalid-input', 'input'),
  'ledger-missing': kind('not-found', 'input'),
  'agreement-unknown': kind('not-found', 'input'),
} as const satisfies Record<string, Kind>
