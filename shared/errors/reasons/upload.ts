import { type Kind, kind } from '../kind.ts'

/** Failures of uploads. */
export const UPLOAD_REASONS = {
  'outcome-unknown': kind('outcome-unknown', 'network'),
  'filing-answer-unclear': kind('outcome-unknown', 'authority'),
  'upload-not-found': kind('outcome-unknown', 'authority'),
  'upload-too-large': kind('invalid-input', 'input'),
  'upload-not-xml': kind('invalid-input', 'input'),
  'upload-dtd': kind('invalid-input', 'input'),
  'upload-too-complex': kind('invalid-input', 'input'),
  'upload-standard': kind('invalid-input', 'input'),
  'already-filed': kind('invalid-input', 'input'),
  'filing-under-way': kind('invalid-input', 'input'),
  'filing-not-started': kind('cancelled', 'ours'),
  'upload-waited-too-long': kind('refused', 'ours'),
  'staged-missing': kind('not-found', 'input'),
} as const satisfies Record<string, Kind>
