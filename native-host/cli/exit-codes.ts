import type { ErrorCode } from '../../shared/errors/codes.ts'

/** A public contract: scripts and schedulers go by these. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  refused: 4,
  limit: 5,
  unknown: 6,
} as const

/** Exit code of a failure by its stable error code. */
export function exitCodeOf(code: ErrorCode): number {
  switch (code) {
    case 'invalid-input':
      return EXIT.usage
    case 'auth-required':
    case 'session-expired':
      return EXIT.signIn
    case 'refused':
    case 'no-rights':
    case 'expired':
      return EXIT.refused
    case 'limit-reached':
    case 'rate-limited':
      return EXIT.limit
    case 'outcome-unknown':
      return EXIT.unknown
    default:
      return EXIT.failed
  }
}
