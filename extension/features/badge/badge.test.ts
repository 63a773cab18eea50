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

const quiet = { unread: 0, job: null, mailbox: { unread: 0, openRequests: 0, job: null } }

test('the badge counts new invoices and new messages together, and is empty when nothing is new', () => {
  expect(badgeOf({ ...quiet, unread: 12 }, 0).text).toBe('12')
  expect(badgeOf({ ...quiet, unread: 12, mailbox: { ...quiet.mailbox, unread: 3 } }, 0).text).toBe('15')
  expect(badgeOf(quiet, 0).text).toBe('')
  expect(badgeOf({ ...quiet, unread: 4000 }, 0).text).toBe('999+')
})

test('U-06 what is to be done today counts until it is resolved, and makes the badge red', () => {
  expect(badgeOf({ ...quiet, unread: 12 }, 2)).toMatchObject({ text: '14', isUrgent: true })
  expect(badgeOf(quiet, 0)).toMatchObject({ text: '', isUrgent: false })
})

test('the next look comes sooner while a sync runs or a report is expected', () => {
  const rest = badgeOf(quiet, 0).nextLook
  const awaited = badgeOf({ ...quiet, mailbox: { ...quiet.mailbox, openRequests: 1 } }, 0).nextLook
  expect(awaited).toBeLessThan(rest)
  expect(badgeOf({ ...quiet, job: running }, 0).nextLook).toBeLessThan(awaited)
  expect(badgeOf({ ...quiet, mailbox: { ...quiet.mailbox, job: running } }, 0).nextLook).toBeLessThan(awaited)
})

test('without an answer of the host the badge has no number and gives the reason', () => {
  expect(badgeOfFailure('nu\u202e pornește')).toMatchObject({ text: '', title: 'Recipisa: nu[U+202E] pornește' })
})
