import type { ErrorCode } from '../../../shared/errors/codes.ts'

/** The exit codes, a public contract for scripts and schedulers. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  refused: 4,
  limit: 5,
  unknown: 6,
} as const

/** Worst first. */
const BY_WEIGHT = [EXIT.unknown, EXIT.limit, EXIT.signIn, EXIT.refused, EXIT.failed, EXIT.usage]

/** The exit code for several items: the worst of theirs. */
export function heaviest(codes: readonly number[]): number {
  return BY_WEIGHT.find(code => codes.includes(code)) ?? EXIT.done
}

/** The exit code of an error by its stable code. */
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
