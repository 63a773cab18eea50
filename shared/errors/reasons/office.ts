import { type Kind, kind } from '../kind.ts'

/** Failures of the office: several seats, one archive. */
export const OFFICE_REASONS = {
  'office-unreachable': kind('unreachable', 'network'),
  'office-certificate': kind('unreachable', 'network'),
  'office-sign-in': kind('auth-required', 'input'),
  'office-forbidden': kind('no-rights', 'input'),
  'office-address': kind('invalid-input', 'input'),
  'office-none': kind('not-found', 'input'),
  'office-joined': kind('invalid-input', 'input'),
  'office-missing': kind('not-found', 'input'),
  'office-seat-unknown': kind('not-found', 'input'),
  'office-seat-taken': kind('invalid-input', 'input'),
  'office-exists': kind('invalid-input', 'input'),
  'mirror-template': kind('invalid-input', 'input'),
  'mirror-elsewhere': kind('storage', 'input'),
  'mirror-link': kind('invalid-input', 'input'),
  'database-on-network': kind('storage', 'input'),
  'backup-damaged': kind('unexpected-answer', 'input'),
  'office-older': kind('incompatible-version', 'ours'),
  'office-newer': kind('incompatible-version', 'ours'),
  'office-password-missing': kind('auth-required', 'input'),
  'office-document-missing': kind('not-found', 'ours'),
  // Not `storage`: that is this machine's disk, without which nothing goes on.
  'office-storage': kind('unreachable', 'network'),
  'office-storage-key': kind('invalid-input', 'input'),
  'office-storage-insecure': kind('invalid-input', 'input'),
  'filed-by-colleague': kind('refused', 'input'),
} as const satisfies Record<string, Kind>
