/** Reasons why the other seats' work is unknown: this seat works alone, or asks its person. */
export const OFFICE_AWAY: ReadonlySet<string> = new Set([
  'office-unreachable',
  'office-certificate',
  'office-sign-in',
  'office-missing',
  'office-older',
  'office-newer',
  'office-password-missing',
])
