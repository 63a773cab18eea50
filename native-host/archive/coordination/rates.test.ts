import { expect, test } from 'vitest'
import { NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'

test('a change of the limits that throws changes nothing', async () => {
  const { rates } = await openTestArchive(temporaryFolder())
  const boom = () =>
    rates.update('host', () => {
      throw new Error('boom')
    })
  expect(boom).toThrow('boom')
  const state = rates.update('host', before => ({
    state: { nextFreeAt: 0.5, pausedUntil: NOON, pausedFor: 60 },
    answer: before,
  }))
  expect(state).toEqual({ nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 })
  expect(rates.update('host', before => ({ state: before, answer: before }))).toEqual({
    nextFreeAt: 0.5,
    pausedUntil: NOON,
    pausedFor: 60,
  })
})
