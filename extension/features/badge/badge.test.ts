import { expect, test } from 'vitest'
import type { Job } from '../../../shared/protocol/jobs.ts'
import { badgeOf, badgeOfFailure } from './badge.ts'

const running: Job = {
  id: 1,
  kind: 'sync',
  state: 'running',
  startedAt: 0,
  endedAt: null,
  progress: null,
  result: null,
  error: null,
}

test('the badge counts what is new and is empty when nothing is', () => {
  expect(badgeOf({ unread: 12, job: null }).text).toBe('12')
  expect(badgeOf({ unread: 0, job: null }).text).toBe('')
  expect(badgeOf({ unread: 4000, job: null }).text).toBe('999+')
})

test('while a sync runs the next look comes sooner', () => {
  const [during, after] = [badgeOf({ unread: 0, job: running }), badgeOf({ unread: 0, job: null })]
  expect(during.nextLook).toBeLessThan(after.nextLook)
})

test('a host that cannot be asked leaves no number and says why', () => {
  expect(badgeOfFailure('nu pornește')).toMatchObject({ text: '', title: 'Recipisa: nu pornește' })
})
