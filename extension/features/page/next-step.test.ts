import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'
import { SETTLED as done } from './page.fixture.ts'

const disconnected = { ...done.auth, state: 'disconnected' } as const

test('a newcomer is led from the settings to the first sync, one step at a time', () => {
  const fresh = { ...done, auth: disconnected, companies: [], syncedAt: null }
  expect(nextStep({ ...fresh, profile: { ...done.profile, hasClientSecret: false } }, false)).toBe('configure')
  expect(nextStep(fresh, false)).toBe('sign-in')
  expect(nextStep({ ...fresh, auth: done.auth }, false)).toBe('add-company')
  expect(nextStep({ ...done, syncedAt: null }, false)).toBe('sync')
  expect(nextStep(done, false)).toBeUndefined()
})

test('an expired sign-in asks for the certificate again, whatever is there already', () => {
  expect(nextStep({ ...done, auth: { ...done.auth, state: 'expired' } }, false)).toBe('sign-in')
})

test('E-28 with the certificate alone nothing is configured: it is chosen once a session of the browser', () => {
  const profile = { ...done.profile, access: 'certificate', clientId: null, hasClientSecret: false } as const
  const fresh = { ...done, profile, auth: disconnected, companies: [], syncedAt: null }
  expect(nextStep(fresh, false)).toBe('choose-certificate')
  expect(nextStep(fresh, true)).toBe('add-company')
  expect(nextStep({ ...done, profile, auth: disconnected }, true)).toBeUndefined()
})
