import { type Kind, kind } from '../kind.ts'

/** Mistakes in the person's input or configuration. */
export const INPUT_REASONS = {
  'profile-missing': kind('invalid-input', 'input'),
  'profile-unreadable': kind('invalid-input', 'input'),
  'free-days-invalid': kind('invalid-input', 'input'),
  'profile-field': kind('invalid-input', 'input'),
  'profile-url': kind('invalid-input', 'input'),
  'profile-url-insecure': kind('invalid-input', 'input'),
  'redirect-not-https': kind('invalid-input', 'input'),
  'redirect-not-localhost': kind('invalid-input', 'input'),
  'ca-missing': kind('invalid-input', 'input'),
  'ca-invalid': kind('invalid-input', 'input'),
  'cui-invalid': kind('invalid-input', 'input'),
  'cui-check-digit': kind('invalid-input', 'input'),
  'company-unknown': kind('not-found', 'input'),
  'name-too-long': kind('invalid-input', 'input'),
  'argument-invalid': kind('invalid-input', 'input'),
  usage: kind('invalid-input', 'input'),
  'confirmation-needed': kind('invalid-input', 'input'),
  'password-needed': kind('invalid-input', 'input'),
  'window-inverted': kind('invalid-input', 'input'),
  'file-unreadable': kind('invalid-input', 'input'),
} as const satisfies Record<string, Kind>
