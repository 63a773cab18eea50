import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'
import { SETTLED as done } from './page.fixture.ts'

const disconnected = { ...done.auth, state: 'disconnected' } as const

test('a newcomer is led from the settings to the first sync, one step at a time', () => {
  const fresh = { ...done, auth: disconnected, companies: [], syncedAt: null }
  expect(nextStep({ ...fresh, profile: { ...done.profile, hasClientSecret: false } })).toBe('configure')
  expect(nextStep(fresh)).toBe('sign-in')
  expect(nextStep({ ...fresh, auth: done.auth })).toBe('add-company')
  expect(nextStep({ ...done, syncedAt: null })).toBe('sync')
  expect(nextStep(done)).toBeUndefined()
})

test('an expired sign-in asks for the certificate again, whatever is there already', () => {
  expect(nextStep({ ...done, auth: { ...done.auth, state: 'expired' } })).toBe('sign-in')
})
