import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SyncProgress } from '../../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../../archive/core/archive.ts'
import { Database } from '../../archive/core/database.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { databasePath } from '../../archive/core/paths.ts'
import { createEInvoicing } from '../../authority/efactura/efactura.ts'
import { note, signedIn } from '../../authority/efactura/signed-in.fixture.ts'
import type { Download } from '../../authority/efactura/types.ts'
import { runSync, type Source } from './sync.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 12)
const ONE = '14399840'
const TWO = '18547290'
const ZIP = zipSync({ 'a.xml': strToU8('<a/>') })

let folder: string
let archive: Archive
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-run-'))
  archive = await openNewArchive({ dataDir: folder, environment: 'test', now: () => NOW })
  archive.companies.put(ONE, 'unknown')
  archive.companies.put(TWO, 'unknown')
})
afterEach(() => {
  archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const entry = (id: number, cui = ONE, daysOld = 1): ListedMessage => ({
  id: String(id),
  uploadIndex: String(id + 5_000_000),
  cui,
  kind: 'received',
  type: 'FACTURA PRIMITA',
  createdAt: NOW - daysOld * DAY,
  details: '',
  sellerCui: null,
  buyerCui: null,
  selfBilled: false,
})

/** An authority with these entries; every call is noted. */
function authority(entries: readonly ListedMessage[], answer: (id: string) => Promise<Download> = async () => zip()) {
  const calls = { lists: [] as [cui: string, since: number | undefined][], downloads: [] as string[] }
  const source: Source = {
    async list(cui, since) {
      calls.lists.push([cui, since(NOW)])
      return {
        messages: entries.filter(one => one.cui === cui),
        completeUntil: NOW - 5_000,
        certificate: null,
        unread: undefined,
      }
    },
    async download(id) {
      calls.downloads.push(id)
      return answer(id)
    },
  }
  return { source, calls }
}
/** Least number of downloads in flight. */
const LANES = 8
const zip = (): Download => ({ kind: 'zip', bytes: ZIP })
const away = () => new RecipisaError('unreachable', { host: 'api', problem: 'reset' })

function sync(source: Source, params: JobParams = {}, signal = new AbortController().signal) {
  const ports = { archive, source, now: () => NOW, requestsPerMinute: 60, certificate: async () => null }
  return runSync(ports, params, { signal, progress: () => undefined })
}
const stateOf = (id: number) => archive.messages.get(String(id))?.item.state

test('documents about to leave the 60 days are downloaded first, across companies', async () => {
  const ages = [3, 50, 59, 1, 30, 22, 45, 8, 57, 12, 36, 5, 41, 27, 18]
  const entries = ages.map((age, index) => entry(index + 1, index % 2 ? ONE : TWO, age))
  archive.messages.record(entries) // known from an earlier run that brought none
  // Downloads run side by side, so the ones in flight together count: they are answered once all lanes have asked.
  const full = Promise.withResolvers<void>()
  const { source, calls } = authority(entries, async () => {
    if (calls.downloads.length >= LANES) full.resolve()
    await full.promise
    return zip()
  })
  await sync(source)
  const oldest = ages.toSorted((a, b) => b - a).slice(0, LANES)
  expect(
    calls.downloads
      .slice(0, LANES)
      .map(id => ages[Number(id) - 1] ?? 0)
      .sort((a, b) => b - a),
  ).toEqual(oldest)
  expect(calls.downloads).toHaveLength(ages.length)
})

test('H-08 a sync that has ended is kept by nothing, however long its runner lives', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const runner = new AbortController()
  const held = await (async () => {
    const { source } = authority([entry(1)])
    await sync(source, {}, runner.signal)
    return new WeakRef(source)
  })()
  await expect
    .poll(() => {
      collect()
      return held.deref() === undefined
    })
    .toBe(true)
  expect(runner.signal.aborted).toBe(false)
})

test('E-22 an expired message is marked and never requested again', async () => {
  const { source, calls } = authority([entry(1), entry(2)], async id =>
    id === '1' ? { kind: 'expired', note: 'nu mai poate fi descarcat' } : zip(),
  )
  expect(await sync(source)).toMatchObject({ downloaded: 1, expired: 1, failed: 0 })
  expect(await sync(source)).toMatchObject({ downloaded: 0, expired: 0 })
  expect(calls.downloads.toSorted()).toEqual(['1', '2'])
  expect(stateOf(1)).toBe('expired')
})

test('an unreachable authority ends the sync and fails no message', async () => {
  const entries = Array.from({ length: 30 }, (_, n) => entry(n + 1))
  const { source, calls } = authority(entries, () => Promise.reject(away()))
  await expect(sync(source)).rejects.toMatchObject({ reason: 'unreachable' })
  expect(calls.downloads.length).toBeLessThan(20)
  expect(entries.map(({ id }) => stateOf(Number(id)))).toEqual(entries.map(() => 'listed'))
})

test('one unreachable message fails alone, and the next sync tries it again', async () => {
  let broken = true
  const { source } = authority([entry(1), entry(2), entry(3)], async id => {
    if (id === '2' && broken) throw away()
    return zip()
  })
  expect(await sync(source)).toMatchObject({ downloaded: 2, failed: 1 })
  expect([1, 2, 3].map(stateOf)).toEqual(['archived', 'failed', 'archived'])
  broken = false
  expect(await sync(source)).toMatchObject({ downloaded: 1, failed: 0 })
})

test('a sync that reaches nothing says why', async () => {
  const source: Source = { list: () => Promise.reject(away()), download: () => Promise.reject(away()) }
  await expect(sync(source)).rejects.toMatchObject({ reason: 'unreachable' })
})

test('a lost sign-in ends the sync at once and leaves the messages to the next one', async () => {
  const entries = Array.from({ length: 30 }, (_, n) => entry(n + 1))
  const { source, calls } = authority(entries, async () => {
    throw new RecipisaError('token-rejected')
  })
  await expect(sync(source)).rejects.toMatchObject({ reason: 'token-rejected' })
  expect(calls.downloads.length).toBeLessThan(10)
  expect(archive.messages.pending([ONE])).toHaveLength(30)
  expect(stateOf(1)).toBe('listed')
})

test('a cancelled sync ends with the reason and releases its claims', async () => {
  const cancel = new AbortController()
  const { source } = authority([entry(1)], () => {
    cancel.abort(new RecipisaError('cancelled'))
    return Promise.reject(new Error('socket closed'))
  })
  await expect(sync(source, {}, cancel.signal)).rejects.toMatchObject({ reason: 'cancelled' })
  expect(stateOf(1)).toBe('listed')
  expect(archive.messages.claim('1')).toBe(true)
})

test('a sync that is cut short while it reads archived documents again has ended for its companies', async () => {
  archive.messages.record([entry(1), entry(2)])
  for (const id of ['1', '2']) await archive.messages.store(id, ZIP)
  // As an upgrade leaves them.
  const db = await Database.open(databasePath(folder))
  db.run(`UPDATE messages SET undescribed = 'waiting', describe_attempts = 0`)
  db.close()
  const cancel = new AbortController()
  const describe: Archive['messages']['describe'] = id => {
    cancel.abort(new RecipisaError('cancelled'))
    return archive.messages.describe(id)
  }
  const { source } = authority([entry(1), entry(2), entry(3)])
  const ports = { source, now: () => NOW, requestsPerMinute: 60, certificate: async () => null }
  const watch = { signal: cancel.signal, progress: () => undefined }
  const sync = runSync({ ...ports, archive: { ...archive, messages: { ...archive.messages, describe } } }, {}, watch)
  await expect(sync).rejects.toMatchObject({ reason: 'cancelled' })
  expect([ONE, TWO].map(cui => archive.companies.get(cui)?.syncedAt)).toEqual([NOW, NOW])
  expect(stateOf(3)).toBe('archived')
  expect(archive.messages.undescribed()).toEqual(['2'])
})

test('E-33 a list counts as read only when it was read whole, and the next read starts before that moment', async () => {
  const { source, calls } = authority([entry(1, TWO)])
  const failing: Source = {
    ...source,
    list: (cui, since, signal) => {
      if (cui === ONE) throw new RecipisaError('answer-unexpected', { operation: 'x', problem: 'y', kept: 'z' })
      return source.list(cui, since, signal)
    },
  }
  const result = await sync(failing)
  expect(result.companies.find(({ cui }) => cui === ONE)?.error?.code).toBe('unexpected-answer')
  expect(archive.companies.listedUntil(ONE)).toBeUndefined()
  expect(archive.companies.get(ONE)?.syncedAt).toBeNull()
  expect(archive.companies.listedUntil(TWO)).toBe(NOW - 5_000)
  expect(archive.companies.get(TWO)?.syncedAt).toBe(NOW)

  await sync(source)
  const since = new Map(calls.lists)
  expect(since.get(ONE)).toBeUndefined()
  expect(since.get(TWO)).toBeLessThan(NOW - 5_000 - 15 * 60_000)
  expect(since.get(TWO)).toBeGreaterThan(NOW - 3 * DAY)
})

test('a sync of a few days does not count as a whole one', async () => {
  const { source } = authority([])
  await sync(source, { days: 3, cuis: [ONE] })
  expect(archive.companies.listedUntil(ONE)).toBeUndefined()
})

describe('E-33 with this machine’s clock ahead of the service’s', () => {
  /** The service's list calls, and the starts that it was asked for, ms before its now. */
  function aheadBy(ms: number) {
    const now = () => NOW + ms
    const wire = signedIn(() => note('Nu exista mesaje in intervalul selectat'), now)
    wire.options.http.serverClock.observeDate(new Date(NOW).toUTCString(), now(), now())
    const { listWindow } = createEInvoicing(wire.options)
    const list: Source['list'] = (cui, since, signal) => listWindow({ cui, from: since }, signal)
    const starts = () => wire.sent.map(({ url }) => NOW - Number(new URL(url).searchParams.get('startTime')))
    return { now, list, starts }
  }
  const watch = { signal: new AbortController().signal, progress: () => undefined }
  /** Syncs a company without messages. Tells the starts of the lists that the service was asked for, days before its now. */
  async function syncAhead(days: number, params: JobParams = {}) {
    const { now, list, starts } = aheadBy(days * DAY)
    const source: Source = { list, download: () => expect.fail('nothing is listed') }
    const ports = { archive, source, now, requestsPerMinute: 60, certificate: async () => null }
    await runSync(ports, { cuis: [ONE], ...params }, watch)
    return starts().map(ms => Math.round(ms / DAY))
  }
  const listedDaysAgo = () => Math.round((NOW - (archive.companies.listedUntil(ONE) ?? 0)) / DAY)

  for (const ahead of [30, 70]) {
    test(`${ahead} days: the first list is the service’s whole one, and so is one of 60 days`, async () => {
      expect(await syncAhead(ahead)).toEqual([60])
      expect(listedDaysAgo()).toBe(0)
      expect(await syncAhead(ahead, { days: 60 })).toEqual([60])
      expect(await syncAhead(0)).toEqual([1])
    })

    test(`${ahead} days: a later list starts at the last one`, async () => {
      archive.companies.setListedUntil(ONE, NOW - 40 * DAY)
      expect(await syncAhead(ahead)).toEqual([41])
      expect(listedDaysAgo()).toBe(0)
    })

    test(`${ahead} days: a list of some days reads these of the service’s days, and counts if it leaves no gap`, async () => {
      archive.companies.setListedUntil(ONE, NOW - 5 * DAY)
      expect(await syncAhead(ahead, { days: 3 })).toEqual([3])
      expect(listedDaysAgo()).toBe(5)
      expect(await syncAhead(ahead, { days: 7 })).toEqual([7])
      expect(listedDaysAgo()).toBe(0)
    })

    test(`${ahead} days: a last read in the service’s future says nothing`, async () => {
      archive.companies.setListedUntil(ONE, NOW + 9 * DAY)
      expect(await syncAhead(ahead)).toEqual([60])
      expect(listedDaysAgo()).toBe(0)
    })
  }

  test('two hours: whether the service still answers is asked by its own clock', async () => {
    const { now, list, starts } = aheadBy(2 * HOUR)
    const messages = Array.from({ length: 30 }, (_, n) => entry(n + 1))
    const source: Source = {
      list: async (...asked) => ({ ...(await list(...asked)), messages }),
      download: () => Promise.reject(away()),
    }
    const ports = { archive, source, now, requestsPerMinute: 60, certificate: async () => null }
    await expect(runSync(ports, { cuis: [ONE] }, watch)).rejects.toMatchObject({ reason: 'unreachable' })
    const [first, ...later] = starts().map(ms => Math.round(ms / DAY))
    expect([first, new Set(later)]).toEqual([60, new Set([1])])
  })
})

test('a company removed during its sync stays removed', async () => {
  const { source } = authority([])
  const removing: Source = {
    ...source,
    list: (cui, since, signal) => {
      archive.companies.remove(cui)
      return source.list(cui, since, signal)
    },
  }
  await sync(removing)
  expect(archive.companies.list()).toEqual([])
})

test('a company without rights is marked, and its messages wait', async () => {
  archive.messages.record([entry(1)])
  archive.companies.put(ONE, 'denied')
  const { source, calls } = authority([entry(2, TWO)])
  const denying: Source = {
    ...source,
    list: (cui, since, signal) => {
      if (cui === ONE) throw new RecipisaError('no-rights-for-company', { cui })
      return source.list(cui, since, signal)
    },
  }
  const result = await sync(denying)
  expect(result.companies.find(({ cui }) => cui === ONE)?.error?.code).toBe('no-rights')
  expect(calls.downloads).toEqual(['2'])
  expect(archive.companies.get(ONE)?.rights).toBe('denied')
  expect(archive.companies.get(TWO)?.rights).toBe('granted')
})

test('companies that were taken off the list since the request are left out, and the others synced', async () => {
  const { source, calls } = authority([entry(1)])
  const result = await sync(source, { cuis: ['361757', ONE] })
  expect(result).toMatchObject({ companies: [{ cui: ONE, downloaded: 1 }] })
  expect(calls.lists.map(([cui]) => cui)).toEqual([ONE])
})

test('unreadable entries are reported, the others are archived, and the days of the list are read again', async () => {
  const unread = new RecipisaError('entries-unread', { cui: ONE, problem: 'mesaje.0.id', count: 1, kept: '/kept' })
  const { source, calls } = authority([entry(1, ONE, 3)])
  const list = source.list
  const strange: Source = { ...source, list: async (...query) => ({ ...(await list(...query)), unread }) }
  const result = await sync(strange, { cuis: [ONE] })
  expect(result).toMatchObject({ downloaded: 1, failed: 0, unread: [{ details: { reason: 'entries-unread' } }] })
  expect(archive.companies.listedUntil(ONE)).toBeUndefined()
  expect(await sync(source, { cuis: [ONE] })).toMatchObject({ downloaded: 0, unread: [] })
  expect(archive.companies.listedUntil(ONE)).toBe(NOW - 5_000)
  const [first, again] = calls.lists
  expect(again).toEqual(first)
})

describe('documents that always fail, among others that succeed', () => {
  const broken = () => new RecipisaError('maintenance', { operation: 'descarcare', status: 500 })
  /** The oldest is requested first. */
  const many = Array.from({ length: 160 }, (_, n) => entry(n + 1, n % 2 ? ONE : TWO, 50 - n / 20))
  /** Like a call with several repeats: it ends long after calls that are answered at once. */
  const slowly = async () => {
    for (let n = 0; n < 20; n++) await new Promise(setImmediate)
    throw broken()
  }
  const places: [string, readonly number[]][] = [
    ['spread', Array.from({ length: 10 }, (_, n) => 11 + n * 14)],
    ['at the beginning', Array.from({ length: 10 }, (_, n) => n + 1)],
    ['at the beginning, thirty', Array.from({ length: 30 }, (_, n) => n + 1)],
    ['at the end', Array.from({ length: 10 }, (_, n) => 160 - n)],
    ['at the end, thirty', Array.from({ length: 30 }, (_, n) => 160 - n)],
  ]
  for (const [name, bad] of places)
    for (const [speed, fail] of [
      ['slowly', slowly],
      ['at once', () => Promise.reject(broken())],
    ] as const)
      test(`${name}, failing ${speed}: each keeps its failure, all others arrive, and the companies are synced`, async () => {
        const { source } = authority(many, async id => (bad.includes(Number(id)) ? fail() : zip()))
        const result = await sync(source)
        expect(result).toMatchObject({ downloaded: 160 - bad.length, failed: bad.length })
        const failures = result.companies.flatMap(company => company.failures)
        expect(failures.every(({ error }) => error.code === 'service-unavailable')).toBe(true)
        expect(bad.map(stateOf)).toEqual(bad.map(() => 'failed'))
        expect([ONE, TWO].map(cui => archive.companies.get(cui)?.syncedAt)).toEqual([NOW, NOW])
      })

  test('a service that goes away during the downloads fails none of them, and the sync says so', async () => {
    const entries = many.slice(0, 30)
    let left = 10
    // More lanes than documents: the successful ones came while the others were already requested.
    const { source } = authority(entries, async () => (left-- > 0 ? zip() : slowly()))
    const ports = { archive, source, now: () => NOW, requestsPerMinute: 12_000, certificate: async () => null }
    const signal = new AbortController().signal
    await expect(runSync(ports, {}, { signal, progress: () => undefined })).rejects.toMatchObject({
      reason: 'maintenance',
    })
    const waiting = archive.messages.pending([ONE, TWO])
    expect([waiting.length, waiting.filter(({ failures }) => failures > 0).length]).toEqual([20, 0])
  })

  test('companies whose lists fail do not hold up the others', async () => {
    const cuis = Array.from({ length: 40 }, (_, n) => String(2_000_000 + n))
    for (const cui of cuis) archive.companies.put(cui, 'unknown')
    const { source } = authority(cuis.map((cui, n) => entry(n + 1, cui)))
    const bad = cuis.slice(0, 10)
    const list: Source['list'] = async (cui, ...rest) => (bad.includes(cui) ? slowly() : source.list(cui, ...rest))
    const result = await sync({ ...source, list }, { cuis })
    expect(result).toMatchObject({ downloaded: 30, failed: 0 })
    expect(result.companies.filter(({ error }) => error?.code === 'service-unavailable').map(({ cui }) => cui)).toEqual(
      bad,
    )
  })

  test('are reported by each sync and tried again after longer and longer pauses', async () => {
    let [at, isBroken] = [NOW, true]
    const entries = [entry(1, ONE, 10), entry(2, ONE, 1), entry(3, ONE, 58)]
    const { source, calls } = authority(entries, async id => (isBroken && id !== '2' ? slowly() : zip()))
    const run = async (later: number) => {
      at += later
      calls.downloads.length = 0
      const ports = { archive, source, now: () => at, requestsPerMinute: 60, certificate: async () => null }
      const { failed } = await runSync(ports, {}, { signal: new AbortController().signal, progress: () => undefined })
      return [failed, calls.downloads.toSorted().join()]
    }
    expect(await run(0)).toEqual([2, '1,2,3'])
    expect(await run(1)).toEqual([2, '1,3'])
    // The document that the authority is about to drop is not put off.
    expect(await run(1)).toEqual([2, '3'])
    expect(await run(HOUR)).toEqual([2, '1,3'])
    expect(await run(5 * HOUR)).toEqual([2, '3'])
    expect(await run(HOUR)).toEqual([2, '1,3'])
    isBroken = false
    expect(await run(23 * HOUR)).toEqual([1, '3'])
    expect(await run(HOUR)).toEqual([0, '1'])
    expect([1, 2, 3].map(stateOf)).toEqual(['archived', 'archived', 'archived'])
  })

  test('an authority that answers nothing ends the sync soon, and earlier downloads count', async () => {
    const { source, calls } = authority(many, async () => zip())
    let isAway = false
    const gone: Source = {
      list: async (cui, ...rest) => (isAway ? slowly() : source.list(cui, ...rest)),
      async download(id) {
        isAway ||= calls.downloads.length > 60
        calls.downloads.push(id)
        if (isAway) return slowly()
        return zip()
      },
    }
    await expect(sync(gone)).rejects.toMatchObject({ code: 'service-unavailable' })
    expect(calls.downloads.length).toBeLessThan(90)
    expect(archive.messages.pending([ONE, TWO])).toHaveLength(160 - 61)
    expect(archive.messages.pending([ONE, TWO]).every(({ failures }) => failures === 0)).toBe(true)
  })
})

/** One company's list, whoever its entries belong to. */
function listOf(cui: string, entries: readonly ListedMessage[]) {
  const { source, calls } = authority([])
  const list: Source['list'] = async (asked, since) => {
    calls.lists.push([asked, since(NOW)])
    return {
      messages: asked === cui ? [...entries] : [],
      completeUntil: NOW - 5_000,
      certificate: null,
      unread: undefined,
    }
  }
  return { source: { ...source, list }, calls }
}

test('an entry of another company on our list is downloaded at once and archived as that company’s', async () => {
  const { source, calls } = listOf(ONE, [entry(1), entry(2, TWO)])
  const result = await sync(source, { cuis: [ONE] })
  expect(result).toMatchObject({ companies: [{ cui: ONE, listed: 2, downloaded: 2 }], unread: [] })
  expect(calls.downloads.toSorted()).toEqual(['1', '2'])
  expect(archive.messages.get('2')?.item).toMatchObject({ cui: TWO, state: 'archived' })
  expect(archive.companies.listedUntil(ONE)).toBe(NOW - 5_000)
  expect(await sync(source)).toMatchObject({ downloaded: 0, failed: 0, unread: [] })
})

test('an entry of another company on our list is counted once, whichever list has it', async () => {
  const both = [entry(1), entry(2, TWO), entry(3, TWO)]
  const { source, calls } = authority([])
  const list: Source['list'] = async () => ({
    messages: both,
    completeUntil: NOW - 5_000,
    certificate: null,
    unread: undefined,
  })
  const seen: SyncProgress[] = []
  const watch = { signal: new AbortController().signal, progress: (value: SyncProgress) => seen.push(value) }
  const ports = {
    archive,
    source: { ...source, list },
    now: () => NOW,
    requestsPerMinute: 60,
    certificate: async () => null,
  }
  expect(await runSync(ports, {}, watch)).toMatchObject({ downloaded: 3, failed: 0, unread: [] })
  expect(seen.at(-1)).toMatchObject({ total: 3, done: 3 })
  expect(calls.downloads.toSorted()).toEqual(['1', '2', '3'])
})

test('entries of companies outside our list are named by every sync until the companies are added', async () => {
  const OTHER = '361757'
  const { source, calls } = listOf(ONE, [entry(1), ...Array.from({ length: 30 }, (_, n) => entry(n + 2, OTHER, n + 1))])
  for (let times = 1; times <= 2; times++) {
    const { companies, unread } = await sync(source, { cuis: [ONE] })
    expect(companies).toMatchObject([{ listed: 31, failed: 0 }])
    expect(unread).toMatchObject([{ code: 'unexpected-answer', details: { reason: 'entries-of-others' } }])
    expect(unread[0]?.details.params).toMatchObject({ cui: ONE, count: 30 })
    // The oldest is named first: it is the next to be lost.
    expect(unread[0]?.message).toContain(`${OTHER} (31), ${OTHER} (30)`)
    expect(archive.companies.listedUntil(ONE)).toBeUndefined()
  }
  expect(calls.downloads).toEqual(['1'])
  expect(archive.messages.list({ limit: 50, offset: 0 }).total).toBe(1)
  archive.companies.put(OTHER, 'granted')
  expect(await sync(source, { cuis: [ONE] })).toMatchObject({ downloaded: 30, unread: [] })
  expect(archive.companies.listedUntil(ONE)).toBe(NOW - 5_000)
})

test('a known entry of another company that was not downloaded yet is downloaded from any list that has it', async () => {
  archive.messages.record([entry(7, '361757')])
  const { source, calls } = listOf(ONE, [entry(7)])
  expect(await sync(source, { cuis: [ONE] })).toMatchObject({ downloaded: 1, unread: [] })
  expect(calls.downloads).toEqual(['7'])
})
