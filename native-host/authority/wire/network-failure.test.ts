import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { failureKind, networkError } from './network-failure.ts'

const failed = (code: string | undefined, message = 'x') => Object.assign(new Error(message), code && { code })

test('a call that failed below HTTP is classed by how far it had come', () => {
  const kinds = [
    [
      'untrusted',
      'tls-untrusted',
      ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ],
    ['untrusted', 'tls-untrusted', ['ERR_TLS_CERT_ALTNAME_INVALID']],
    ['unreachable', 'unreachable', ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']],
    ['unreachable', 'unreachable', ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']],
    ['silent', 'unreachable', ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']],
  ] as const
  for (const inBody of [false, true])
    for (const [failure, reason, codes] of kinds)
      for (const code of codes) {
        const cause = failed(code)
        const error = networkError(cause, inBody, 'upload', 'api.localhost')
        expect([code, error]).toMatchObject([code, { reason, cause, params: { failure, host: 'api.localhost' } }])
        expect(failureKind(error)).toBe(failure)
        expect(error.params.problem).toBe(failure === 'silent' ? undefined : code)
      }
  const handshake = failed(
    'ECONNRESET',
    'Client network socket disconnected before secure TLS connection was established',
  )
  expect(networkError(handshake, false, 'upload', 'a').params).toMatchObject({ failure: 'unreachable' })
})

test('any other failure is a reset before the answer, and cuts it short within', () => {
  for (const cause of [failed('ECONNRESET'), failed('x ERR_TLS'), failed(undefined, 'other side closed'), 'socket']) {
    const problem = cause === 'socket' ? 'socket' : undefined
    const before = networkError(cause, false, 'upload', 'a')
    const within = networkError(cause, true, 'upload', 'a')
    expect([before.reason, failureKind(before)]).toEqual(['unreachable', 'reset'])
    expect([within.reason, failureKind(within)]).toEqual(['answer-truncated', 'cut-short'])
    if (problem) expect(before.params.problem).toBe(problem)
  }
  expect(networkError(failed(undefined, 'other side closed'), false, 'upload', 'a').params.problem).toBe(
    'other side closed',
  )
})

test('other errors are no failures below HTTP', () => {
  const maintenance = new RecipisaError('maintenance', { operation: 'upload', status: 503 })
  for (const error of [maintenance, failed('ECONNRESET'), undefined]) expect(failureKind(error)).toBeUndefined()
})
