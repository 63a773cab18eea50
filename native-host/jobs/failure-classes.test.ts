import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { failureClassOf } from './failure-classes.ts'

test('a failure stops the sync only if nothing else could succeed', () => {
  expect(failureClassOf(new RecipisaError('not-signed-in'))).toBe('stop')
  expect(failureClassOf(new RecipisaError('token-rejected'))).toBe('stop')
  expect(failureClassOf(new RecipisaError('client-rejected'))).toBe('stop')
  expect(failureClassOf(new RecipisaError('storage-failed'))).toBe('stop')
  expect(failureClassOf(new RecipisaError('unreachable', { host: 'api', problem: 'reset' }))).toBe('systemic')
  expect(failureClassOf(new RecipisaError('maintenance'))).toBe('systemic')
  expect(failureClassOf(new RecipisaError('no-rights-for-company'))).toBe('own')
  expect(failureClassOf(new RecipisaError('authority-note'))).toBe('own')
  expect(failureClassOf(new RecipisaError('answer-unexpected'))).toBe('own')
  // The store of an office is not this machine's disk.
  expect(failureClassOf(new RecipisaError('office-storage', { problem: 'reset' }))).toBe('own')
  expect(failureClassOf(new RecipisaError('office-storage-key'))).toBe('own')
})
