import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SyncProgress } from '../../../shared/protocol/jobs.ts'
import type { ServiceSession } from '../../../shared/protocol/session.ts'
import type { Archive, JobParams } from '../../archive/core/archive.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import type { MailDocument, MailList } from '../../authority/spv/spv.ts'
import { type MailboxPorts, runMailboxSync } from './sync.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 12)
const ONE = '14399840'
const TWO = '18547290'
const PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')
const identity = (...cuis: string[]) => ({ cnp: '', certificateSerial: 'AB12', cuis })

let folder: string
let archive: Archive
let now: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-mailbox-'))
  now = NOW
  archive = await openNewArchive({ dataDir: folder, environment: 'test', now: () => now })
})
afterEach(() => {
  archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const mail = (id: number, change: Partial<ListedMail> = {}): ListedMail => ({
  id: String(id),
  cui: ONE,
  type: 'RECIPISA',
  kind: 'receipt',
  details: '',
  createdAt: NOW - DAY,
  hasTime: true,
  requestId: null,
  receipt: null,
  servedOn: null,
  ...change,
})

/** A mailbox with these lists, one after the other, repeating the last one; every call is noted. */
function service(
  lists: readonly Partial<MailList>[],
  answer: (id: string) => Promise<MailDocument> = async () => pdf(),
) {
  const calls = { lists: [] as { days: number; cui?: string }[], documents: [] as string[] }
  const state = { session: 'active' as ServiceSession['state'], since: 1, clock: undefined as number | undefined }
  const ports: MailboxPorts = {
    archive,
    now: () => now,
    patience: 60_000,
    session: {
      status: async () => ({
        service: 'spv',
        state: state.session,
        since: state.since,
        lastUsedAt: 1,
        expiresAt: null,
        keptIn: 'owner-only-file',
      }),
    },
    source: {
      async list(query) {
        calls.lists.push(query)
        const { messages = [], identity: who, unread } = lists[Math.min(calls.lists.length, lists.length) - 1] ?? {}
        return { messages: [...messages], identity: who, unread, listedAt: state.clock }
      },
      async document(id) {
        calls.documents.push(id)
        return answer(id)
      },
    },
  }
  return { ports, calls, state }
}
const pdf = (): MailDocument => ({ kind: 'pdf', bytes: PDF })
const run = (ports: MailboxPorts, params: JobParams = {}, watch: Partial<Parameters<typeof runMailboxSync>[2]> = {}) =>
  runMailboxSync(ports, params, { signal: new AbortController().signal, progress: () => undefined, ...watch })
const stateOf = (id: number) => archive.mailbox.get(String(id))?.state
const failure = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  if (error instanceof RecipisaError) return error.reason
  throw new Error('it did not fail as it should', { cause: error })
}

describe('lists', () => {
  test('the first one covers 60 days of all rights at once, later ones start before the end of the last', async () => {
    const { ports, calls } = service([{ messages: [mail(1)], identity: identity(ONE) }])
    await run(ports)
    now += DAY / 2
    await run(ports)
    now += 3 * DAY
    await run(ports)
    await run(ports, { days: 9 })
    expect(calls.lists).toEqual([{ days: 60 }, { days: 2 }, { days: 5 }, { days: 9 }])
    expect(calls.documents).toEqual(['1'])
    now += 400 * DAY
    await run(ports)
    expect(calls.lists.at(-1)).toEqual({ days: 60 })
  })

  test('a list that was read while the clock was ahead counts as unread once the clock is right again', async () => {
    const { ports, calls } = service([{ messages: [mail(1)], identity: identity(ONE) }])
    now += 30 * DAY
    await run(ports)
    now -= 20 * DAY
    await run(ports, { days: 59 })
    await run(ports)
    await run(ports)
    expect(calls.lists.map(({ days }) => days)).toEqual([60, 59, 60, 2])
  })

  test.each([
    ['ahead at the first list', [3, 0], [60, 12]],
    ['behind at the second one', [0, -3], [60, 9, 12]],
    ['far behind at the second one', [0, -20], [60, 60]],
    ['behind the end of the first one by hours', [0, -10.2], [60, 2, 12]],
  ])('S-10 no day is left out by a clock that is %s', async (_name, lead, days) => {
    const { ports, calls, state } = service([{ messages: [mail(1)], identity: identity(ONE) }])
    for (const [at, ahead] of lead.entries()) {
      state.clock = NOW + at * 10 * DAY
      now = state.clock + ahead * DAY
      await run(ports)
    }
    expect(calls.lists.map(list => list.days)).toEqual(days)
    now = NOW + 10 * DAY
    await run(ports)
    expect(calls.lists.at(-1)).toEqual({ days: 2 })
  })

  test('a window that leaves a gap does not count as a whole one', async () => {
    const { ports, calls } = service([{ messages: [], identity: identity(ONE) }])
    await run(ports, { days: 3 })
    await run(ports)
    expect(calls.lists).toEqual([{ days: 3 }, { days: 60 }])
  })

  test('unreadable entries are reported and their days read again; the others are taken', async () => {
    const unread = new RecipisaError('mail-entries-unread', { problem: 'mesaje.1.id', count: 1, kept: '/kept' })
    const lists = [{ messages: [mail(1)], identity: identity(ONE) }]
    const { ports, calls } = service([...lists, { ...lists[0], messages: [mail(2)], unread }])
    expect((await run(ports)).unread).toEqual([])
    now += 10 * DAY
    const result = await run(ports)
    expect(result).toMatchObject({ downloaded: 1, failed: 0, unread: [{ code: 'unexpected-answer' }] })
    expect(archive.mailbox.syncedAt()).toBe(now)
    now += DAY
    await run(ports)
    expect(calls.lists.map(({ days }) => days)).toEqual([60, 12, 13])
  })

  test('entries of another company in a company’s list are downloaded and reported with it', async () => {
    const { ports, calls } = service([{ messages: [mail(1), mail(2, { cui: TWO })], identity: identity(ONE, TWO) }])
    const result = await run(ports, { cuis: [ONE] })
    expect(calls.lists).toEqual([{ days: 60, cui: ONE }])
    expect(calls.documents.toSorted()).toEqual(['1', '2'])
    expect(result.companies).toMatchObject([
      { cui: ONE, listed: 1, downloaded: 1 },
      { cui: TWO, listed: 1, downloaded: 1 },
    ])
  })

  test('a list without messages names no rights and changes no known ones', async () => {
    const { ports } = service([{ messages: [mail(1)], identity: identity(ONE, TWO) }, {}])
    await run(ports)
    await run(ports)
    expect(archive.rights.list().rights.map(({ cui, gone }) => [cui, gone])).toEqual([
      [ONE, false],
      [TWO, false],
    ])
  })

  test('the list of a new right is read as far back as it goes', async () => {
    const late = mail(2, { cui: TWO, createdAt: NOW - 40 * DAY })
    const { ports, calls } = service([
      { messages: [mail(1)], identity: identity(ONE) },
      { messages: [mail(1)], identity: identity(ONE, TWO) },
      { messages: [mail(1), late], identity: identity(ONE, TWO) },
    ])
    await run(ports)
    await run(ports)
    await run(ports)
    expect(calls.lists).toEqual([{ days: 60 }, { days: 2 }, { days: 60 }, { days: 2 }])
    expect(stateOf(2)).toBe('archived')
  })

  test('a company outside the known rights is never requested; before the rights are known the service refuses it', async () => {
    const { ports, calls } = service([{ messages: [mail(1)], identity: identity(ONE) }])
    await run(ports, { cuis: [ONE] })
    const result = await run(ports, { cuis: [TWO, ONE] })
    expect(calls.lists).toEqual([
      { days: 60, cui: ONE },
      { days: 2, cui: ONE },
    ])
    expect(result.companies).toMatchObject([
      { cui: TWO, error: { code: 'no-rights', details: { reason: 'no-rights-for-company', params: { cui: TWO } } } },
      { cui: ONE, error: null, listed: 1 },
    ])
  })

  test('listed messages are downloaded, also those of a CUI that the rights do not name', async () => {
    const { ports, calls } = service([{ messages: [mail(1), mail(2, { cui: TWO })], identity: identity(ONE) }])
    expect(await run(ports)).toMatchObject({ downloaded: 2, failed: 0 })
    expect(calls.documents).toEqual(['1', '2'])
  })

  test('a whole sync is recorded; one of a single company or with a failure is not', async () => {
    const { ports } = service([{ messages: [mail(1)], identity: identity(ONE) }])
    await run(ports, { cuis: [ONE] })
    expect(archive.mailbox.syncedAt()).toBeNull()
    await run(ports)
    expect(archive.mailbox.syncedAt()).toBe(NOW)
    const broken = service([{ messages: [mail(2)], identity: identity(ONE) }], async () => {
      throw new RecipisaError('answer-unexpected', { operation: 'descarcare', problem: 'x', kept: '' })
    })
    now += 5
    await run(broken.ports)
    expect(archive.mailbox.syncedAt()).toBe(NOW)
  })

  test('in the very first list only acts of the last days are news; later all new acts are', async () => {
    const act = (id: number, age: number) => mail(id, { type: 'DECIZIE', kind: 'act', createdAt: NOW - age * DAY })
    const first = { messages: [act(1, 40), act(2, 3)], identity: identity(ONE) }
    await run(service([first]).ports)
    await run(service([{ messages: [act(3, 30)], identity: identity(ONE) }]).ports)
    expect(archive.notices.list(0, 10).notices.map(({ messageId }) => messageId)).toEqual(['2', '3'])
  })
})

describe('documents', () => {
  test('each is downloaded once, the oldest first, however often it is listed', async () => {
    const ages = [3, 50, 20, 1, 30]
    const messages = ages.map((age, at) => mail(at + 1, { cui: at % 2 ? TWO : ONE, createdAt: NOW - age * DAY }))
    const { ports, calls } = service([{ messages, identity: identity(ONE, TWO) }])
    const result = await run(ports)
    expect(calls.documents).toEqual(['2', '5', '3', '1', '4'])
    expect(result).toMatchObject({ downloaded: 5, expired: 0, failed: 0 })
    expect(result.companies).toMatchObject([
      { cui: ONE, listed: 3, downloaded: 3 },
      { cui: TWO, listed: 2, downloaded: 2 },
    ])
    expect((await run(ports)).downloaded).toBe(0)
    expect(calls.documents).toHaveLength(5)
  })

  test('a failed message does not stop the others, and the next sync tries it again', async () => {
    let isBroken = true
    const { ports } = service([{ messages: [mail(1), mail(2), mail(3)], identity: identity(ONE) }], async id => {
      if (id === '2' && isBroken) throw new RecipisaError('spv-technical', { note: 'Cod 123', code: '123' })
      return id === '3' ? { kind: 'refused', note: 'Nu aveti dreptul sa descarcati acest mesaj' } : pdf()
    })
    const result = await run(ports)
    expect(result).toMatchObject({ downloaded: 1, expired: 1, failed: 1 })
    expect(result.companies[0]?.failures).toMatchObject([{ id: '2', error: { details: { params: { code: '123' } } } }])
    expect([1, 2, 3].map(stateOf)).toEqual(['archived', 'failed', 'refused'])
    isBroken = false
    expect(await run(ports)).toMatchObject({ downloaded: 1, expired: 0, failed: 0 })
  })

  test('an unreachable service stops the sync and fails no message', async () => {
    const messages = Array.from({ length: 12 }, (_, at) => mail(at + 1))
    const { ports, calls } = service([{ messages, identity: identity(ONE) }], async id => {
      if (id === '1') return pdf()
      throw new RecipisaError('unreachable', { host: 'spv', problem: 'reset' })
    })
    expect(await failure(run(ports))).toBe('unreachable')
    expect(calls.documents).toHaveLength(6)
    expect([1, 2, 12].map(stateOf)).toEqual(['archived', 'listed', 'listed'])
  })

  test('a stopped sync ends after the current document and keeps it', async () => {
    const stop = new AbortController()
    const { ports, calls } = service([{ messages: [mail(1), mail(2)], identity: identity(ONE) }], async () => {
      stop.abort(new RecipisaError('cancelled'))
      return pdf()
    })
    expect(await failure(run(ports, {}, { signal: stop.signal }))).toBe('cancelled')
    expect(calls.documents).toEqual(['1'])
    expect([1, 2].map(stateOf)).toEqual(['archived', 'listed'])
  })
})

describe('a session that ends during a sync', () => {
  const expired = () => new RecipisaError('gateway-session-expired')

  test('pauses the sync, is reported once, and the sync goes on after a new sign-in', async () => {
    const phases: SyncProgress['phase'][] = []
    const messages = [mail(1), mail(2), mail(3)]
    const { ports, calls, state } = service([{ messages, identity: identity(ONE) }], async () => {
      if (calls.documents.length === 2 || calls.documents.length === 3) {
        state.session = 'expired'
        throw expired()
      }
      return pdf()
    })
    const status = ports.session.status
    ports.session.status = async () => {
      const before = await status()
      // Someone signs in during the check.
      Object.assign(state, { session: 'active' })
      return before
    }
    const result = await run(ports, {}, { progress: ({ phase }) => phases.push(phase) })
    expect(result).toMatchObject({ downloaded: 3, failed: 0 })
    expect(calls.documents).toEqual(['1', '2', '2', '2', '3'])
    // A new session may be someone else's: its rights are requested each time.
    expect(calls.lists).toEqual([{ days: 60 }, { days: 60 }, { days: 60 }])
    expect(phases.filter(phase => phase === 'session-needed')).toHaveLength(2)
    expect(phases.at(-1)).toBe('downloading')
    expect(archive.notices.list(0, 10).notices).toMatchObject([{ kind: 'session-needed', subject: 'spv' }])
  })

  test('nothing is requested while it waits; without a new one it fails, and archived documents stay', async () => {
    const { ports, calls, state } = service([{ messages: [mail(1), mail(2)], identity: identity(ONE) }], async id => {
      if (id === '1') return pdf()
      state.session = 'expired'
      throw expired()
    })
    const status = ports.session.status
    let looks = 0
    ports.session.status = async () => {
      if (++looks === 2) now += 61_000
      return status()
    }
    expect(await failure(run(ports))).toBe('gateway-session-expired')
    expect(looks).toBe(2)
    expect(calls.documents).toEqual(['1', '2'])
    expect([1, 2].map(stateOf)).toEqual(['archived', 'listed'])
  })

  test('documents of companies without a right in the new session are not requested, and wait', async () => {
    const messages = [mail(1), mail(2, { cui: TWO }), mail(3)]
    const { ports, calls, state } = service(
      [
        { messages, identity: identity(ONE, TWO) },
        { messages: [], identity: identity(ONE) },
      ],
      async () => {
        if (calls.documents.length === 2) {
          state.session = 'expired'
          throw expired()
        }
        return pdf()
      },
    )
    const status = ports.session.status
    ports.session.status = async () => {
      const before = await status()
      Object.assign(state, { session: 'active' })
      return before
    }
    expect(await run(ports)).toMatchObject({ downloaded: 2, expired: 0, failed: 0 })
    expect(calls.documents).toEqual(['1', '2', '3'])
    expect(stateOf(2)).toBe('listed')
    expect(await run(ports)).toMatchObject({ downloaded: 0 })
    archive.rights.record({ certificateSerial: 'CD34', cuis: [ONE, TWO] })
    const back = service([{ messages: [], identity: identity(ONE, TWO) }])
    expect(await run(back.ports)).toMatchObject({ downloaded: 1 })
    expect(back.calls.documents).toEqual(['2'])
  })

  test('another certificate with no recent messages is recognised by a longer list, and documents outside its rights wait', async () => {
    const first = service([{ messages: [mail(1), mail(2)], identity: identity(ONE) }], async id => {
      if (id === '2') throw new RecipisaError('spv-technical', { note: 'Cod 12', code: '12' })
      return pdf()
    })
    await run(first.ports)
    now += DAY
    const old = mail(3, { cui: TWO, createdAt: NOW - 20 * DAY })
    const refuse = async (id: string) => (id === '2' ? ({ kind: 'refused', note: 'x' } as const) : pdf())
    const other = service([{}, { messages: [old], identity: identity(TWO) }], refuse)
    other.state.since = now
    expect(await run(other.ports)).toMatchObject({ downloaded: 1, expired: 0 })
    expect(other.calls).toEqual({ lists: [{ days: 3 }, { days: 60 }], documents: ['3'] })
    // An empty mailbox names nobody and gets no requests.
    const nobody = service([{}], refuse)
    nobody.state.since = ++now
    expect(await run(nobody.ports)).toMatchObject({ downloaded: 0, expired: 0 })
    expect(nobody.calls).toEqual({ lists: [{ days: 2 }, { days: 60 }], documents: [] })

    const back = service([{}, { messages: [mail(1), mail(2)], identity: identity(ONE) }])
    back.state.since = ++now
    expect(await run(back.ports)).toMatchObject({ downloaded: 1 })
    expect([1, 2, 3].map(stateOf)).toEqual(['archived', 'archived', 'archived'])
  })

  test('what only another certificate reaches waits for it by name, and the sync is complete without it', async () => {
    await run(service([{ messages: [mail(1)], identity: identity(ONE) }]).ports)
    now += DAY
    const other = service([
      { messages: [mail(2, { cui: TWO })], identity: { ...identity(TWO), certificateSerial: 'CD34' } },
    ])
    other.state.since = now
    const result = await run(other.ports)
    expect(result).toMatchObject({ downloaded: 1, failed: 0 })
    expect(result.companies.map(({ cui, error }) => [cui, error?.details])).toEqual([
      [TWO, undefined],
      [ONE, expect.objectContaining({ reason: 'certificate-other', params: { cui: ONE, certificates: 'AB12' } })],
    ])
    expect(archive.mailbox.syncedAt()).toBe(now)
    const chosen = await run(other.ports, { cuis: [ONE] })
    expect(chosen.companies[0]?.error?.details).toMatchObject({ reason: 'certificate-other' })
  })

  test('a forgotten session ends the waiting', async () => {
    const { ports, state } = service([{ messages: [mail(1)], identity: identity(ONE) }], async () => {
      state.session = 'none'
      throw expired()
    })
    expect(await failure(run(ports))).toBe('session-missing')
  })

  test('a sync that waits for a session can be stopped', async () => {
    const stop = new AbortController()
    const { ports, state } = service([{ messages: [mail(1)], identity: identity(ONE) }], async () => {
      state.session = 'expired'
      throw expired()
    })
    const progress = ({ phase }: SyncProgress) => {
      if (phase === 'session-needed') stop.abort(new RecipisaError('cancelled'))
    }
    expect(await failure(run(ports, {}, { signal: stop.signal, progress }))).toBe('cancelled')
  })
})
