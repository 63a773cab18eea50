import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Notice } from '../../../shared/protocol/notices.ts'
import type { TodayItem } from '../../../shared/protocol/today.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { type NoticeChoice, toChoice } from './choice.ts'
import { notificationId, readNotificationId } from './lead.ts'
import { notificationsOf, type SystemNotification } from './notifications.ts'
import { createNoticeDisplay } from './show-notices.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const ALL: NoticeChoice = toChoice([], null)

function noticeOf(id: number, changes: Partial<Notice> = {}): Notice {
  return {
    id,
    kind: 'act',
    at: 1,
    cui: '14399840',
    companyName: 'ACME SRL',
    messageId: String(4000 + id),
    subject: 'DECIZIE DE IMPUNERE',
    servedOn: '2026-12-05',
    endsOn: null,
    filing: null,
    ...changes,
  }
}

const NOBODY = { cui: null, companyName: null, messageId: null, subject: '', servedOn: null }

function setUp({ seen, choice = ALL }: { seen?: number; choice?: NoticeChoice } = {}) {
  const world = {
    ...{ notices: [] as Notice[], seen, shown: [] as SystemNotification[], hour: 10, today: [] as TodayItem[] },
    /** Refusals of the host and of the system, and what was logged. */
    ...{ todayRefused: undefined as unknown, unshown: [] as string[], reported: [] as unknown[] },
  }
  const host = inMemoryHost({
    'notices.list': params => {
      const { after, limit } = params as { after: number; limit: number }
      const found = world.notices.filter(({ id }) => id > after).slice(0, limit)
      return { notices: found, latest: world.notices.at(-1)?.id ?? 0 }
    },
    'today.get': () => {
      if (world.todayRefused) throw world.todayRefused
      return { day: '2026-11-20', at: 0, items: world.today, total: 0, due: 0, freeDaysFile: '' }
    },
  })
  const notices = createNoticeDisplay({
    readSeen: async () => world.seen,
    writeSeen: async id => {
      world.seen = id
    },
    choice: async () => choice,
    locale: async () => 'ro',
    now: () => new Date(2026, 10, 20, world.hour),
    show: async notification => {
      if (world.unshown.includes(notification.key)) throw new Error('not allowed')
      world.shown.push(notification)
    },
    report: error => world.reported.push(error),
  })
  const client = connectHost(host.open)
  return { world, look: () => notices.look(client) }
}

test('a new act is shown once, with its owner and the day on which it counts as served', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.notices.push(noticeOf(1))
  await Promise.all([look(), look()])
  await look()
  expect(world.shown).toEqual([
    {
      key: '1',
      title: 'Act nou de la ANAF',
      text: 'ACME SRL: DECIZIE DE IMPUNERE. Se consideră comunicat la 05.12.2026.',
      lead: { mail: '4001' },
    },
  ])
})

test('a delivered report and a needed session are shown; an unknown day is left out', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.notices.push(
    noticeOf(1, { kind: 'report', subject: 'VECTOR FISCAL', servedOn: null }),
    noticeOf(2, {
      kind: 'session-needed',
      cui: null,
      companyName: null,
      messageId: null,
      subject: 'spv',
      servedOn: null,
    }),
  )
  await look()
  expect(world.shown.map(({ title, text, lead }) => [title, text, lead])).toEqual([
    ['Document primit', 'ACME SRL: VECTOR FISCAL', { mail: '4001' }],
    ['SPV cere certificatul', 'Sincronizarea mesajelor așteaptă o conectare nouă.', { mail: null }],
  ])
})

test('H-11 a certificate that ends is told with its holder and its last day', async () => {
  const { world, look } = setUp({ seen: 0 })
  const about = { cui: null, companyName: null, messageId: null, servedOn: null }
  world.notices.push(noticeOf(1, { ...about, kind: 'certificate', subject: 'Popescu Ana', endsOn: '2026-12-22' }))
  await look()
  expect(world.shown).toEqual([
    {
      key: '1',
      title: 'Certificatul expiră',
      text: 'Popescu Ana: valabil până la 22.12.2026. Reînnoiți-l la furnizor.',
      lead: { view: 'today' },
    },
  ])
})

test('the first look, and one after the host’s database was created again, show nothing old', async () => {
  const first = setUp()
  first.world.notices.push(noticeOf(1), noticeOf(2))
  await first.look()
  expect(first.world).toMatchObject({ shown: [], seen: 2 })
  const anew = setUp({ seen: 90 })
  anew.world.notices.push(noticeOf(1))
  await anew.look()
  expect(anew.world).toMatchObject({ shown: [], seen: 1 })
})

test('names of others cannot change a notification’s text direction', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.notices.push(noticeOf(1, { companyName: 'ACME\u202e LRS', subject: 'ACT\u2066\u200f' }))
  await look()
  expect(world.shown[0]?.text).toBe('ACME[U+202E] LRS: ACT[U+2066][U+200F]. Se consideră comunicat la 05.12.2026.')
})

test('a kind that is switched off is not shown, then or later', async () => {
  const { world, look } = setUp({ seen: 0, choice: toChoice(['act'], null) })
  world.notices.push(noticeOf(1), noticeOf(2, { kind: 'receipt', servedOn: null }))
  await look()
  expect(world.shown.map(({ title }) => title)).toEqual(['Recipisă primită'])
  expect(world.seen).toBe(2)
})

test('many at once become one notification, and none is shown again', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.notices.push(...Array.from({ length: 250 }, (_, n) => noticeOf(n + 1)))
  await look()
  await look()
  expect(world.shown).toEqual([
    { key: 'many-250', title: '250 de noutăți de la ANAF', text: 'Acte noi de la ANAF: 250', lead: null },
  ])
})

test('U-06 the outcome of a filing is a notification that leads to it', async () => {
  const { world, look } = setUp({ seen: 0 })
  const filing = { area: 'uploads', id: 12 } as const
  world.notices.push(
    noticeOf(1, { kind: 'filing-errors', subject: 'F-78', messageId: null, servedOn: null, filing }),
    noticeOf(2, { kind: 'filing-valid', subject: 'F-78', messageId: null, servedOn: null, filing }),
  )
  await look()
  expect(world.shown).toEqual([
    { key: '1', title: 'F-78: cu erori', text: 'ACME SRL', lead: { filing } },
    { key: '2', title: 'F-78: validată', text: 'ACME SRL', lead: { filing } },
  ])
  const [first] = world.shown
  const id = notificationId(7, first?.lead ?? null, '1')
  expect(readNotificationId(id)).toEqual({ windowId: 7, lead: { filing } })
})

test('U-06 the morning’s notification says what is to be done, and counts with no other', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.today.push({
    ...{ kind: 'invoice-to-send', urgency: 'late', cui: '14399840', companyName: 'ACME SRL', subject: 'F-78' },
    ...{ period: null, day: '2026-11-17', count: 1, rule: 'five-working-days', target: { area: 'uploads', id: 1 } },
  })
  world.notices.push(noticeOf(1, { ...NOBODY, kind: 'morning' }))
  await look()
  expect(world.shown).toEqual([
    {
      key: '1',
      title: 'Astăzi: un lucru de rezolvat',
      text: 'ACME SRL: F-78: cu erori, termenul de transmitere a trecut la 17.11.2026',
      lead: { view: 'today' },
    },
  ])
})

test('U-06 an ending authorization and documents at risk are shown with their day', async () => {
  const { world, look } = setUp({ seen: 0 })
  const nobody = { cui: null, companyName: null, messageId: null }
  world.notices.push(
    noticeOf(1, { ...nobody, kind: 'authorization-ends', subject: '' }),
    noticeOf(2, { ...nobody, kind: 'leaving', subject: '20' }),
  )
  await look()
  expect(world.shown.map(({ title, lead }) => [title, lead])).toEqual([
    ['Autorizarea e-Factura expiră la 05.12.2026', { view: 'today' }],
    ['20 de documente nu mai pot fi descărcate, primul după 05.12.2026', { view: 'today' }],
  ])
})

test('U-06 nothing is shown in quiet hours, and all of it after them', async () => {
  const { world, look } = setUp({ seen: 0, choice: toChoice([], { from: '20:00', until: '08:00' }) })
  world.notices.push(noticeOf(1))
  world.hour = 23
  await look()
  expect(world.shown).toEqual([])
  world.hour = 8
  await look()
  expect(world.shown.map(({ key }) => key)).toEqual(['1'])
})

test('U-06 without today’s list the other notices are shown all the same, and the failure is logged', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.todayRefused = toErrorBody(new RecipisaError('free-days-invalid', { file: 'zile.txt', problem: 'x' }))
  world.notices.push(noticeOf(1), noticeOf(2, { ...NOBODY, kind: 'morning' }))
  await look()
  expect(world.shown.map(({ title }) => title)).toEqual(['Act nou de la ANAF'])
  expect(world.reported).toMatchObject([{ body: { details: { reason: 'free-days-invalid' } } }])
})

test('a notification that the system refuses costs no other one, and is not tried again', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.unshown = ['1']
  world.notices.push(noticeOf(1), noticeOf(2))
  await look()
  expect(world.shown.map(({ key }) => key)).toEqual(['2'])
  expect(world.reported).toHaveLength(1)
  world.unshown = []
  await look()
  expect(world.shown.map(({ key }) => key)).toEqual(['2'])
})

test('U-06 a morning whose work is done by now has no notification', async () => {
  const { world, look } = setUp({ seen: 0 })
  world.notices.push(noticeOf(1, { ...NOBODY, kind: 'morning' }))
  await look()
  expect(world).toMatchObject({ shown: [], seen: 1 })
})

test('U-06 a kind of notice that only a newer host knows keeps no other from being shown', async () => {
  const { world, look } = setUp({ seen: 0 })
  const unknown: Partial<Notice> = { kind: 'of-tomorrow' as Notice['kind'] }
  world.notices.push(noticeOf(1, unknown), noticeOf(2))
  await look()
  expect(world.shown.map(({ key }) => key)).toEqual(['2'])
  expect(world).toMatchObject({ seen: 2, reported: [] })
})

test('U-06 a notice that cannot be worded is reported, and keeps no other from being shown', () => {
  const reported: unknown[] = []
  const late: TodayItem = {
    ...{ kind: 'act', urgency: 'late', cui: '14399840', companyName: 'ACME SRL', subject: 'DECIZIE', period: null },
    ...{ day: '2026-11-99', count: 1, rule: 'served-after-15-days', target: { area: 'mailbox', id: '4001' } },
  }
  const notices = [noticeOf(1), noticeOf(2, { ...NOBODY, kind: 'morning' }), noticeOf(3)]
  const report = (error: unknown) => reported.push(error)
  const told = notificationsOf({ notices, today: [late], locale: 'ro', report })
  expect(told.map(({ key }) => key)).toEqual(['1', '3'])
  expect(reported).toEqual([expect.any(RangeError)])
})
