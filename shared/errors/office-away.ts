/** Reasons for which nobody can say what an office's other seats have done: this one works alone, or asks its person. */
export const OFFICE_AWAY: ReadonlySet<string> = new Set([
  'office-unreachable',
  'office-certificate',
  'office-sign-in',
  'office-older',
  'office-newer',
  'office-password-missing',
])
