import { type Kind, kind } from '../kind.ts'

/** Failures of exports of many documents. */
export const EXPORT_REASONS = {
  'export-empty': kind('invalid-input', 'input'),
  'export-too-large': kind('invalid-input', 'input'),
  'export-zip-too-large': kind('invalid-input', 'input'),
  'export-folder': kind('invalid-input', 'input'),
  'export-unknown': kind('not-found', 'input'),
  'export-file-missing': kind('not-found', 'ours'),
} as const satisfies Record<string, Kind>
