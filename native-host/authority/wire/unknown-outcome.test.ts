import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { HttpAnswer } from './http.ts'
import { failureError, type NetworkFailure } from './network-failure.ts'
import { unclearAnswer, unknownOutcome } from './unknown-outcome.ts'
import { answerOf } from './wire.fixture.ts'

const limited = new RecipisaError('rate-limited', { operation: 'upload', seconds: 60, until: 0 })
const large = new RecipisaError('answer-unexpected', { operation: 'upload', problem: 'it is larger', kept: '/a/b' })

test('E-05 a lost answer to a single request leaves its outcome unknown and keeps the cause', () => {
  const reset = new Error('socket hang up')
  for (const [what, lost, unclear] of [
    ['upload', 'outcome-unknown', 'filing-answer-unclear'],
    ['declaration', 'outcome-unknown', 'filing-answer-unclear'],
    ['request', 'request-unknown', 'request-answer-unclear'],
  ] as const) {
    expect(unknownOutcome('upload', limited, what)).toMatchObject({
      ...{ reason: unclear, params: { operation: 'upload', answer: 'HTTP 429' }, cause: limited },
    })
    expect(unknownOutcome('upload', reset, what)).toMatchObject({
      ...{ reason: lost, params: { operation: 'upload', problem: 'socket hang up' }, cause: reset },
    })
    expect(unknownOutcome('upload', large, what)).toMatchObject({ reason: lost, params: { kept: '/a/b' } })
    expect(unknownOutcome('upload', 'x', what)).toMatchObject({ reason: lost, params: { problem: 'x' } })
  }
  expect(unknownOutcome('upload', reset, 'upload').reason).toBe('outcome-unknown')
  expect(unknownOutcome('upload', reset, 'upload').params).not.toHaveProperty('kept')
  // A sentence of ours has one language; the system's codes are the same in all.
  const network = (failure: NetworkFailure) =>
    failureError({ failure, problem: 'ECONNRESET' }, 'upload', 'api.localhost')
  expect(unknownOutcome('upload', network('reset'), 'upload').params.problem).toBe('ECONNRESET')
  for (const cause of [network('silent'), large, new RecipisaError('cancelled')])
    expect(unknownOutcome('upload', cause, 'upload').params).not.toHaveProperty('problem')
})

test('E-05 an answer that proves nothing is reported in short, and kept if possible', async () => {
  const keepAside = async (name: string, bytes: Uint8Array) => `/kept/${name}-${bytes.length}`
  const answers: [HttpAnswer, string][] = [
    [answerOf(200, `{"eroare":"${'x'.repeat(301)}"}`), `HTTP 200: ${'x'.repeat(300)}`],
    [answerOf(200, '<html>Request Rejected. Support ID is 12</html>'), 'HTTP 200, support ID 12'],
    [answerOf(503, '<html>mentenanta</html>'), 'HTTP 503, HTML'],
    [answerOf(200, '<html>x</html>'), 'HTTP 200, HTML'],
    [answerOf(200, '<html>Prezentare certificat</html>'), 'HTTP 200, HTML'],
    [answerOf(200, '<header/>'), 'HTTP 200, XML'],
    [answerOf(201, '{}'), 'HTTP 201, JSON'],
    [answerOf(200, 'x'), 'HTTP 200'],
  ]
  for (const [answer, said] of answers)
    expect(await unclearAnswer({ keepAside }, 'upload', answer, 'upload')).toMatchObject({
      reason: 'filing-answer-unclear',
      params: { operation: 'upload', answer: said, kept: `/kept/upload-${answer.bytes.length}` },
    })
  const empty = await unclearAnswer({ keepAside }, 'cerere', answerOf(500, ''), 'request', limited)
  expect(empty).toMatchObject({ reason: 'request-answer-unclear', params: { answer: 'HTTP 500' }, cause: limited })
  expect(empty.params).not.toHaveProperty('kept')
  const full = async () => Promise.reject(new Error('disk full'))
  const unkept = await unclearAnswer({ keepAside: full }, 'upload', answerOf(200, 'x'), 'upload')
  expect([unkept.reason, 'kept' in unkept.params, unkept.cause]).toEqual(['filing-answer-unclear', false, undefined])
})
