import { expect, test } from 'vitest'
import type { Notice } from '../../../shared/protocol/notices.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import type { NoticeChoice } from './choice.ts'
import type { SystemNotification } from './notifications.ts'
import { createNoticeDisplay } from './show-notices.ts'

const ALL: NoticeChoice = { act: true, report: true, 'session-needed': true, receipt: true, certificate: true }

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
    ...changes,
  }
}

function setUp({ seen, choice = ALL }: { seen?: number; choice?: NoticeChoice } = {}) {
  const world = { notices: [] as Notice[], seen, shown: [] as SystemNotification[] }
  const host = inMemoryHost({
    'notices.list': params => {
      const { after, limit } = params as { after: number; limit: number }
      const found = world.notices.filter(({ id }) => id > after).slice(0, limit)
      return { notices: found, latest: world.notices.at(-1)?.id ?? 0 }
    },
  })
  const notices = createNoticeDisplay({
    readSeen: async () => world.seen,
    writeSeen: async id => {
      world.seen = id
    },
    choice: async () => choice,
    locale: async () => 'ro',
    show: async notification => {
      world.shown.push(notification)
    },
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
      mail: '4001',
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
  expect(world.shown.map(({ title, text, mail }) => [title, text, mail])).toEqual([
    ['Document primit', 'ACME SRL: VECTOR FISCAL', '4001'],
    ['SPV cere certificatul', 'Sincronizarea mesajelor așteaptă o conectare nouă.', null],
  ])
})

test('H-11: a certificate that ends is told with its holder and its last day', async () => {
  const { world, look } = setUp({ seen: 0 })
  const about = { cui: null, companyName: null, messageId: null, servedOn: null }
  world.notices.push(noticeOf(1, { ...about, kind: 'certificate', subject: 'Popescu Ana', endsOn: '2026-12-22' }))
  await look()
  expect(world.shown).toEqual([
    {
      key: '1',
      title: 'Certificatul expiră',
      text: 'Popescu Ana: valabil până la 22.12.2026. Reînnoiți-l la furnizor.',
      mail: null,
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
  const { world, look } = setUp({ seen: 0, choice: { ...ALL, act: false } })
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
    { key: 'many-250', title: '250 de noutăți din SPV', text: 'Act nou de la ANAF: 250', mail: null },
  ])
})
