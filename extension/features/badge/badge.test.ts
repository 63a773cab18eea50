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

const NOW = Date.UTC(2026, 10, 22, 12)
const quiet = { unread: 0, job: null, certificates: [], mailbox: { unread: 0, openRequests: 0, job: null } }

test('the badge counts new invoices and new messages together, and is empty when nothing is new', () => {
  expect(badgeOf({ ...quiet, unread: 12 }, 0, NOW).text).toBe('12')
  expect(badgeOf({ ...quiet, unread: 12, mailbox: { ...quiet.mailbox, unread: 3 } }, 0, NOW).text).toBe('15')
  expect(badgeOf(quiet, 0, NOW).text).toBe('')
  expect(badgeOf({ ...quiet, unread: 4000 }, 0, NOW).text).toBe('999+')
})

test('U-06 what is to be done today counts until it is resolved, and makes the badge red', () => {
  expect(badgeOf({ ...quiet, unread: 12 }, 2, NOW)).toMatchObject({ text: '14', isUrgent: true })
  expect(badgeOf(quiet, 0, NOW)).toMatchObject({ text: '', isUrgent: false })
})

test('the next look comes sooner while a sync runs or a report is expected', () => {
  const rest = badgeOf(quiet, 0, NOW).nextLook
  const awaited = badgeOf({ ...quiet, mailbox: { ...quiet.mailbox, openRequests: 1 } }, 0, NOW).nextLook
  expect(awaited).toBeLessThan(rest)
  expect(badgeOf({ ...quiet, job: running }, 0, NOW).nextLook).toBeLessThan(awaited)
  expect(badgeOf({ ...quiet, mailbox: { ...quiet.mailbox, job: running } }, 0, NOW).nextLook).toBeLessThan(awaited)
})

test('H-11 on the days on which a certificate is warned of the badge has an exclamation mark', () => {
  const endingIn = (days: number, unread = 0) => {
    const certificates = [{ serial: 'A1', subject: 'Popescu Ana', validUntil: NOW + days * 86_400_000 }]
    return badgeOf({ ...quiet, unread, certificates }, 0, NOW).text
  }
  expect([60, 59, 30, 8, 7, 2, 1].map(days => endingIn(days))).toEqual(['!', '', '!', '', '!', '', '!'])
  expect([endingIn(30, 12), endingIn(30, 4000)]).toEqual(['12!', '999!'])
})

test('without an answer of the host the badge has no number and gives the reason', () => {
  expect(badgeOfFailure('nu\u202e pornește')).toMatchObject({ text: '', title: 'Recipisa: nu[U+202E] pornește' })
})
