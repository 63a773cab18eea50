import { describe, expect, test } from 'vitest'
import { aMail, CUI, NOON, withMail } from './test-archive.fixture.ts'

const DAY = 86_400_000

describe('notices', () => {
  test('a new act gets one notice, with the day on which it counts as served; older acts get none', async () => {
    const { archive } = await withMail()
    const act = aMail({ id: '1', type: 'DECIZIE', kind: 'act', servedOn: '2026-12-05' })
    const old = aMail({ id: '2', type: 'SOMATIE', kind: 'act', createdAt: NOON - 20 * DAY })
    archive.mailbox.record([act, old, aMail({ id: '3' })], NOON - 15 * DAY)
    archive.mailbox.record([act, old], 0)
    expect(archive.notices.list(0, 10)).toEqual({
      notices: [
        {
          id: 1,
          kind: 'act',
          at: NOON,
          cui: CUI,
          companyName: null,
          messageId: '1',
          subject: 'DECIZIE',
          servedOn: '2026-12-05',
          endsOn: null,
          filing: null,
        },
      ],
      latest: 1,
    })
  })

  test('each session that ends gets one notice', async () => {
    const { archive } = await withMail()
    expect(archive.notices.list(0, 10)).toEqual({ notices: [], latest: 0 })
    for (const since of [5, 5, 9]) archive.notices.sessionNeeded('spv', since)
    const { notices, latest } = archive.notices.list(0, 10)
    expect(notices.map(({ kind, subject, cui }) => [kind, subject, cui])).toEqual([
      ['session-needed', 'spv', null],
      ['session-needed', 'spv', null],
    ])
    expect(archive.notices.list(latest, 10)).toEqual({ notices: [], latest })
    expect(archive.notices.list(0, 1).notices.map(({ id }) => id)).toEqual([notices[0]?.id])
  })
})
