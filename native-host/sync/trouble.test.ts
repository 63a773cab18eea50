import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { Breaker, troubleOf } from './trouble.ts'

const away = new RecipisaError('unreachable', { host: 'api', problem: 'reset' })

test('a failure stops the sync only where nothing else could go better', () => {
  expect(troubleOf(new RecipisaError('not-signed-in'))).toBe('stop')
  expect(troubleOf(new RecipisaError('token-rejected'))).toBe('stop')
  expect(troubleOf(new RecipisaError('client-rejected'))).toBe('stop')
  expect(troubleOf(new RecipisaError('storage-failed'))).toBe('stop')
  expect(troubleOf(away)).toBe('systemic')
  expect(troubleOf(new RecipisaError('maintenance'))).toBe('systemic')
  expect(troubleOf(new RecipisaError('no-rights-for-company'))).toBe('own')
  expect(troubleOf(new RecipisaError('authority-note'))).toBe('own')
  expect(troubleOf(new RecipisaError('answer-unexpected'))).toBe('own')
})

test('silence trips the breaker only when it goes on without an answer', () => {
  const tripped: RecipisaError[] = []
  const breaker = new Breaker(error => tripped.push(error))
  for (let n = 0; n < 4; n++) breaker.silent(away)
  expect(breaker.neverAnswered).toBe(away)
  breaker.answered()
  for (let n = 0; n < 4; n++) breaker.silent(away)
  expect(tripped).toEqual([])
  expect(breaker.neverAnswered).toBeUndefined()
  breaker.silent(away)
  expect(tripped).toEqual([away])
})
