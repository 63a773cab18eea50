import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { describeBody, describeFailure } from './describe-failure.ts'
import { failureBody } from './failure.ts'

test('a failure of the host is shown in the user’s language, with its params', () => {
  const body = {
    code: 'no-rights',
    message: 'English',
    details: { reason: 'no-rights-for-company', params: { cui: '14399840' }, side: 'authority' },
  } as const
  expect(describeBody(body, 'ro').what).toBe('Nu aveți drepturi în SPV pentru CUI 14399840.')
  expect(describeBody(body, 'en').what).toBe('You have no SPV right for CUI 14399840.')
  expect(describeBody(body, 'ro').side).toBe('authority')
})

test('a reason of a newer host falls back to its own message', () => {
  const body = { code: 'refused', message: 'Something new.', details: { reason: 'from-the-future' } } as const
  expect(describeBody(body, 'ro')).toMatchObject({ what: 'Something new.', code: 'refused', reason: undefined })
})

test('an error survives being stored as a body', () => {
  const error = new RecipisaError('sign-in-tab-closed')
  expect(describeBody(failureBody(error), 'ro')).toEqual(describeFailure(error, 'ro'))
})

test('an unexpected error is shown as a failure of ours', () => {
  expect(describeFailure(new TypeError('x is undefined'), 'en')).toMatchObject({ reason: 'unexpected', side: 'ours' })
})
