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
  expect(badgeOf({ ...quiet, unread: 12 }).text).toBe('12')
  expect(badgeOf({ ...quiet, unread: 12, mailbox: { ...quiet.mailbox, unread: 3 } }).text).toBe('15')
  expect(badgeOf(quiet).text).toBe('')
  expect(badgeOf({ ...quiet, unread: 4000 }).text).toBe('999+')
})

test('the next look comes sooner while a sync runs or a report is expected', () => {
  const rest = badgeOf(quiet).nextLook
  const awaited = badgeOf({ ...quiet, mailbox: { ...quiet.mailbox, openRequests: 1 } }).nextLook
  expect(awaited).toBeLessThan(rest)
  expect(badgeOf({ ...quiet, job: running }).nextLook).toBeLessThan(awaited)
  expect(badgeOf({ ...quiet, mailbox: { ...quiet.mailbox, job: running } }).nextLook).toBeLessThan(awaited)
})

test('without an answer of the host the badge has no number and gives the reason', () => {
  expect(badgeOfFailure('nu\u202e pornește')).toMatchObject({ text: '', title: 'Recipisa: nu[U+202E] pornește' })
})
