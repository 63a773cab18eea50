import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CookieJar } from 'tough-cookie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ServiceSession } from '../../../shared/protocol/session.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import type { RequestAnswer, Spv } from '../../authority/spv/spv.ts'
import { advanceRequests, lookForReports, type RequestPorts } from './advance-requests.ts'
import { beginRequests } from './begin-requests.ts'
import { createMailSource } from './mailbox-source.ts'
import { FIRST_LOOK, isRequestDue, nextLook, pauseBeforeLook, WITHOUT_SESSION } from './request-schedule.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const HOUR = 3_600_000
const ONE = '14399840'
const TWO = '18547290'
const PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')
const never = new AbortController().signal

let folder: string
let archive: Archive
let now: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-requests-'))
  now = NOW
  archive = await openNewArchive({ dataDir: folder, environment: 'test', now: () => now })
})
afterEach(() => {
  archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const report = (id: string, requestId: string, cui = ONE): ListedMail => ({
  id,
  cui,
  type: 'RASPUNS SOLICITARE',
  kind: 'report',
  details: '',
  createdAt: now,
  hasTime: true,
  requestId,
  receipt: null,
  servedOn: null,
})

/** A mailbox that accepts every request; each call is noted. */
function service(answer: () => Promise<RequestAnswer> = async () => accepted('77')) {
  const messages: ListedMail[] = []
  const calls = { requests: 0, lists: [] as { days: number; cui?: string }[], documents: [] as string[] }
  const state = { session: 'active' as ServiceSession['state'] }
  const ready = () => {
    if (state.session === 'none') throw new RecipisaError('session-missing')
    if (state.session === 'expired') throw new RecipisaError('gateway-session-expired')
  }
  const ports: RequestPorts = {
    archive,
    now: () => now,
    explain: error => (error instanceof RecipisaError ? error : new RecipisaError('unexpected', { problem: '' })),
    session: {
      status: async () => ({
        service: 'spv',
        state: state.session,
        since: 1,
        lastUsedAt: 1,
        expiresAt: null,
        keptIn: 'owner-only-file',
      }),
    },
    source: {
      async request() {
        ready()
        calls.requests++
        return answer()
      },
      async list(query) {
        ready()
        calls.lists.push(query)
        return { messages: [...messages], identity: undefined, unread: undefined }
      },
      async document(id) {
        ready()
        calls.documents.push(id)
        return { kind: 'pdf', bytes: PDF }
      },
    },
  }
  return { ports, calls, state, messages }
}
const accepted = (requestId: string): RequestAnswer => ({ kind: 'accepted', requestId, announcement: 'S-a transmis' })

function begin(cuis = [ONE], again = false): number {
  const [first] = beginRequests(archive, { type: 'VECTOR FISCAL', cuis, params: {}, again })
  return first?.id ?? 0
}
const get = (id: number) => archive.requests.get(id)
const failure = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof RecipisaError) return [error.reason, error.params.cui ?? error.params.type]
    throw error
  }
  throw new Error('it did not fail as it should')
}

describe('before anything is sent', () => {
  test('a request that the service would reject is refused for all companies', () => {
    const send = (type: string, params = {}, cuis = [ONE]) =>
      failure(() => beginRequests(archive, { type, cuis, params, again: false }))
    expect(send('CAF')).toEqual(['request-not-offered', 'CAF'])
    expect(send('vector fiscal')).toEqual(['request-type-unknown', 'vector fiscal'])
    expect(send('D208', { year: 2026, month: 3 })).toEqual(['request-half-year', 'D208'])
    expect(send('D300', { year: 2026 })).toEqual(['request-month-missing', 'D300'])
    expect(archive.requests.openCount()).toBe(0)
  })

  test('a company outside the known rights is refused, and nothing is recorded for the others', () => {
    archive.rights.record({ certificateSerial: 'AB12', cuis: [ONE] })
    expect(failure(() => begin([ONE, TWO]))).toEqual(['no-rights-for-company', TWO])
    expect(archive.requests.openCount()).toBe(0)
  })

  test('a request that is still open is refused unless it is repeated on purpose', () => {
    begin([ONE])
    expect(failure(() => begin([TWO, ONE]))).toEqual(['request-open', ONE])
    begin([ONE], true)
    expect(archive.requests.openCount()).toBe(2)
  })
})

describe('sending', () => {
  test('a request for a company of another certificate waits for that one, and the others are sent', async () => {
    archive.rights.record({ certificateSerial: 'AB12', cuis: [ONE] })
    const waiting = begin()
    archive.rights.record({ certificateSerial: 'CD34', cuis: [TWO] })
    const other = begin([TWO])
    const { ports } = service()
    await advanceRequests(ports, never)
    expect(get(other)).toMatchObject({ state: 'requested' })
    expect(get(waiting)).toMatchObject({ state: 'sending', trouble: { details: { reason: 'certificate-other' } } })
    // This company's certificate signs in.
    archive.rights.record({ certificateSerial: 'AB12', cuis: [ONE] })
    archive.requests.wake()
    await advanceRequests(ports, never)
    expect(get(waiting)).toMatchObject({ state: 'requested', trouble: null })
  })

  test('happens once, and the answer is recorded', async () => {
    const { ports, calls } = service()
    const id = begin()
    await Promise.all([advanceRequests(ports, never), advanceRequests(ports, never)])
    expect(get(id)).toMatchObject({
      state: 'requested',
      requestId: '77',
      note: 'S-a transmis',
      answeredAt: NOW,
      nextCheckAt: NOW + FIRST_LOOK,
    })
    expect(calls.requests).toBe(1)
  })

  test('ends with the service’s objection, word for word', async () => {
    const note = 'Pentru tip raport= D300 parametri cui si an sunt obligatorii'
    const { ports } = service(async () => ({ kind: 'rejected', category: 'validation', note }))
    const id = begin()
    await advanceRequests(ports, never)
    expect(get(id)).toMatchObject({ state: 'rejected', note, nextCheckAt: null })
  })

  test.each([
    ['answer lost', new RecipisaError('request-unknown', { problem: 'reset' }), 'unknown'],
    ['a surprise', new Error('what?'), 'unknown'],
    ['no connection', new RecipisaError('unreachable', { host: 'spv', problem: 'refused' }), 'not-sent'],
    ['a technical error', new RecipisaError('spv-technical', { note: 'Cod 12', code: '12' }), 'not-sent'],
  ])('%s: it is never sent again by itself', async (_name, error, state) => {
    const { ports, calls } = service(async () => {
      throw error
    })
    const id = begin()
    await advanceRequests(ports, never)
    await advanceRequests(ports, never)
    expect(get(id)).toMatchObject({ state, nextCheckAt: null, trouble: expect.anything() })
    expect(calls.requests).toBe(1)
    expect(archive.requests.open()).toEqual([])
  })

  describe('with a credential store that is locked', () => {
    const locked = new RecipisaError('secret-store', { problem: 'locked' })

    /** A mailbox behind a session whose store is locked. */
    function behindLock() {
      const { ports } = service()
      const state = { isLocked: true, sent: 0 }
      const spv: Pick<Spv, 'request'> = {
        async request(_query, _cookies, _signal, onBytes) {
          state.sent++
          onBytes?.()
          return accepted('77')
        },
      }
      const source = createMailSource(spv as Spv, {
        async use(call) {
          if (state.isLocked) throw locked
          return call({ jar: new CookieJar(), keep: async () => undefined })
        },
      })
      return { ports: { ...ports, source }, state }
    }

    test('nothing has left: each request waits with the reason, and is sent once the store is open', async () => {
      const { ports, state } = behindLock()
      const id = begin([ONE, TWO])
      for (const one of [id, id + 1]) {
        await expect(advanceRequests(ports, never)).rejects.toBe(locked)
        const trouble = { details: { reason: 'secret-store' } }
        expect(get(one)).toMatchObject({ state: 'sending', nextCheckAt: now + WITHOUT_SESSION, trouble })
      }
      await advanceRequests(ports, never)
      expect(state.sent).toBe(0)
      state.isLocked = false
      now += WITHOUT_SESSION
      await advanceRequests(ports, never)
      expect([get(id), get(id + 1)]).toMatchObject([{ state: 'requested', trouble: null }, { state: 'requested' }])
      expect(state.sent).toBe(2)
    })
  })

  test('an answer that cannot be recorded on a full disk: the request had left, so it is unknown and not sent again', async () => {
    const { ports, calls } = service()
    const { request } = ports.source
    ports.source.request = (query, signal, onBytes) => {
      onBytes()
      return request(query, signal, onBytes)
    }
    const full = new RecipisaError('storage-failed', { path: 'recipisa.db', problem: 'database or disk is full' })
    const fails = () => {
      throw full
    }
    const id = begin()
    const onFullDisk = { ...archive, requests: { ...archive.requests, update: fails } }
    await expect(advanceRequests({ ...ports, archive: onFullDisk }, never)).rejects.toBe(full)
    now += HOUR
    await advanceRequests(ports, never)
    expect(get(id)).toMatchObject({ state: 'unknown' })
    expect(calls.requests).toBe(1)
  })

  test('waits without a session, says so, and goes on with a new one', async () => {
    const { ports, calls, state } = service()
    state.session = 'expired'
    const id = begin()
    await advanceRequests(ports, never)
    expect(get(id)).toMatchObject({
      state: 'sending',
      nextCheckAt: expect.any(Number),
      trouble: { details: { reason: 'gateway-session-expired' } },
    })
    const waiting = get(id)
    expect(waiting && isRequestDue(waiting, now + 1000)).toBe(false)
    expect(archive.notices.list(0, 10).notices).toMatchObject([{ kind: 'session-needed' }])
    state.session = 'active'
    archive.requests.wake()
    const woken = get(id)
    expect(woken && isRequestDue(woken, now)).toBe(true)
    await advanceRequests(ports, never)
    expect(get(id)).toMatchObject({ state: 'requested', trouble: null })
    expect(calls.requests).toBe(1)
  })

  test('many requests wait for a session together, and none is tried in vain', async () => {
    const { ports, calls, state } = service()
    state.session = 'none'
    const cuis = Array.from({ length: 40 }, (_, at) => String(10_000_000 + at))
    begin(cuis)
    let tries = 0
    const { request } = ports.source
    ports.source.request = (...query) => {
      tries++
      return request(...query)
    }
    await advanceRequests(ports, never)
    expect(tries).toBe(1)
    const waiting = archive.requests.open()
    expect(waiting.filter(one => one.trouble?.details.reason === 'session-missing')).toHaveLength(40)
    expect(waiting.filter(one => isRequestDue(one, now + 1000))).toEqual([])
    state.session = 'active'
    expect(archive.requests.wake()).toBe(40)
    await advanceRequests(ports, never)
    expect(calls.requests).toBe(40)
  })

  test('a request without a session is given up unsent after two days', async () => {
    const { ports, state } = service()
    state.session = 'none'
    const id = begin()
    now += 49 * HOUR
    await advanceRequests(ports, never)
    expect(get(id)).toMatchObject({ state: 'not-sent', trouble: { details: { reason: 'session-missing' } } })
  })
})

describe('the report', () => {
  async function requested(...cuis: string[]) {
    let next = 77
    const all = service(async () => accepted(String(next++)))
    const first = begin(cuis)
    await advanceRequests(all.ports, never)
    now += FIRST_LOOK
    return { ...all, first }
  }

  test('S-08 is found by its id, downloaded and notified; one list serves all due requests', async () => {
    const { ports, calls, messages, first } = await requested(ONE, TWO)
    await lookForReports(ports, never)
    await lookForReports(ports, never)
    expect(calls.lists).toEqual([{ days: 2 }])
    messages.push(report('501', '78', TWO), report('502', '9999'))
    now += HOUR
    await lookForReports(ports, never)
    expect(archive.requests.ofIds([first, first + 1]).map(({ state, messageId }) => [state, messageId])).toEqual([
      ['requested', null],
      ['archived', '501'],
    ])
    expect(calls.documents).toEqual(['501'])
    expect(archive.notices.list(0, 10).notices).toMatchObject([{ kind: 'report', cui: TWO, messageId: '501' }])
    // The list's other messages are in the mailbox, for the sync.
    expect(archive.mailbox.get('502')?.state).toBe('listed')
    now += HOUR
    await lookForReports(ports, never)
    expect(calls.lists.at(-1)).toEqual({ days: 2, cui: ONE })
  })

  test('is downloaded without another list if a sync has listed it', async () => {
    const { ports, calls, first } = await requested(ONE)
    archive.mailbox.record([report('501', '77')], 0)
    await lookForReports(ports, never)
    expect(get(first)).toMatchObject({ state: 'archived' })
    expect([calls.lists, calls.documents]).toEqual([[], ['501']])
  })

  test('is looked for at once on demand, and less and less often otherwise', async () => {
    const { ports, calls, first } = await requested(ONE)
    const pauses: number[] = []
    for (let look = 0; look < 6; look++) {
      await lookForReports(ports, never)
      const next = get(first)?.nextCheckAt ?? 0
      pauses.push((next - now) / 1000)
      now = next
    }
    expect(pauses).toEqual([5, 10, 20, 30, 30, 30])
    now += 1
    await lookForReports(ports, never)
    const looked = calls.lists.length
    await lookForReports(ports, never)
    expect(calls.lists).toHaveLength(looked)
    await lookForReports(ports, never, first)
    expect(calls.lists).toHaveLength(looked + 1)
  })

  test('leaves its request open if it does not come for days; only a person or a sync looks again', async () => {
    const { ports, first, messages } = await requested(ONE)
    now += 6 * 24 * HOUR
    await lookForReports(ports, never)
    expect(get(first)).toMatchObject({ state: 'requested', nextCheckAt: null })
    expect(archive.requests.openCount()).toBe(1)
    messages.push(report('501', '77'))
    await lookForReports(ports, never, first)
    expect(get(first)).toMatchObject({ state: 'archived' })
  })

  test('is not looked for without a session, which is said', async () => {
    const { ports, state, first } = await requested(ONE)
    state.session = 'expired'
    await lookForReports(ports, never)
    expect(get(first)).toMatchObject({
      state: 'requested',
      nextCheckAt: now + 300_000,
      trouble: { details: { reason: 'gateway-session-expired' } },
    })
  })
})

test('is looked for 5 s apart at first and 2 hours apart at last', () => {
  const ages = [0, 8_000, 200_000, HOUR / 2, 2 * HOUR, 10 * HOUR, 50 * HOUR]
  expect(ages.map(age => pauseBeforeLook(age) / 1000)).toEqual([5, 8, 30, 120, 600, 1800, 7200])
  const request = { createdAt: NOW, answeredAt: null } as Parameters<typeof nextLook>[0]
  expect(nextLook(request, NOW + 121 * HOUR)).toBeNull()
})
