import { expect, test } from 'vitest'
import { ErrorCode } from '../../../shared/errors/codes.ts'
import { exitCodeOf } from './exit-codes.ts'

test('each error code has the exit code that scripts rely on', () => {
  const codes = Object.fromEntries(ErrorCode.options.map(code => [code, exitCodeOf(code)]))
  expect(codes).toEqual({
    'invalid-input': 2,
    'auth-required': 3,
    'session-expired': 3,
    'no-rights': 4,
    refused: 4,
    'not-found': 1,
    expired: 4,
    'limit-reached': 5,
    'rate-limited': 5,
    'blocked-by-firewall': 1,
    'service-unavailable': 1,
    unreachable: 1,
    'outcome-unknown': 6,
    'unexpected-answer': 1,
    storage: 1,
    cancelled: 1,
    'incompatible-version': 1,
  })
})
