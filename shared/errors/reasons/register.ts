import { type Kind, kind } from '../kind.ts'

/** Failures of lookups in the public registers and of their batches. */
export const REGISTER_REASONS = {
  'list-unreadable': kind('invalid-input', 'input'),
  'list-too-large': kind('invalid-input', 'input'),
  'list-unpacks-too-large': kind('invalid-input', 'input'),
  'list-dtd': kind('invalid-input', 'input'),
  'list-takes-too-long': kind('invalid-input', 'input'),
  'list-takes-too-much': kind('invalid-input', 'input'),
  'list-no-text': kind('invalid-input', 'input'),
  'list-old-excel': kind('invalid-input', 'input'),
  'list-empty': kind('invalid-input', 'input'),
  'list-too-long': kind('invalid-input', 'input'),
  'list-missing': kind('not-found', 'input'),
  'register-silent': kind('unexpected-answer', 'authority'),
  'async-not-ready': kind('service-unavailable', 'authority'),
  'batch-unknown': kind('not-found', 'input'),
  'async-result-gone': kind('expired', 'authority'),
} as const satisfies Record<string, Kind>
