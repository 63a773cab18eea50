import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SyncProgress } from '../../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../../archive/core/archive.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { awaitJob } from '../../jobs/await-job.ts'
import { followJob, outcomeOf } from '../../jobs/follow-job.ts'
import type { JobWork } from '../../jobs/job-work.ts'
import { pauseError } from '../../jobs/pauses.ts'
import { type OpenedJob, runJob } from '../../jobs/run-job.ts'
import type { Worker } from '../../jobs/worker.ts'
import { processEnds } from '../../process/ending.ts'
import { runSync, type Source } from './sync.ts'
import { requestSync } from './work.ts'

const CUI = '14399840'
let folder: string
let archive: Archive
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-job-'))
  archive = await openNewArchive({ dataDir: folder, environment: 'test', now: Date.now })
  archive.companies.put(CUI, 'granted')
})
afterEach(() => {
  archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const MESSAGE = {
  id: '1',
  uploadIndex: '2',
  cui: CUI,
  kind: 'received' as const,
  type: 'FACTURA PRIMITA',
  createdAt: Date.now() - 86_400_000,
  details: '',
  sellerCui: null,
  buyerCui: null,
  selfBilled: false,
}

/** An authority with one message whose download waits for `gate`. */
function waiting(gate: Promise<unknown>, pausedUntil = () => 0): OpenedJob {
  const source: Source = {
    list: async () => ({ messages: [MESSAGE], completeUntil: Date.now(), certificate: null, unread: undefined }),
    async download(_id, signal) {
      // On a busy machine the signal may have stopped it before this point.
      signal.throwIfAborted()
      const stopped = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      await Promise.race([gate, stopped])
      return { kind: 'zip', bytes: zipSync({ 'a.xml': strToU8('<a/>') }) }
    },
  }
  const ports = { archive, source, now: Date.now, requestsPerMinute: 1000, certificate: async () => null }
  return { run: (params, watch) => runSync(ports, params, watch), pausedUntil }
}

function run(
  open: () => Promise<OpenedJob>,
  progress: (value: SyncProgress) => void = () => undefined,
  isAwaited = false,
  signal = new AbortController().signal,
) {
  const explain = (error: unknown) =>
    error instanceof RecipisaError ? error : new RecipisaError('unexpected', { problem: String(error), log: '' })
  return runJob({ archive, kind: 'sync', open, now: Date.now, explain, isAwaited, signal, progress })
}
const quiet = () => ({ signal: new AbortController().signal, progress: () => undefined })

test('without a journaled job nothing is done', async () => {
  expect(await run(async () => waiting(Promise.resolve()))).toBeUndefined()
  expect(archive.jobs.latest('sync')).toBeUndefined()
})

test('U-05 any process that sees a job’s row can cancel it', async () => {
  const { id } = archive.jobs.request('sync', {})
  const running = run(async () => waiting(new Promise(() => undefined)))
  await expect.poll(() => archive.jobs.get(id)?.progress?.total).toBe(1)
  archive.jobs.requestCancel(id)
  expect((await running)?.state).toBe('cancelled')
  expect(() => outcomeOf(archive.jobs.get(id) ?? expect.fail())).toThrowError(new RecipisaError('cancelled'))
})

test('U-05 a job whose process is asked to end is left to the next one', async () => {
  const { id } = archive.jobs.request('sync', {})
  const ending = new AbortController()
  const running = run(async () => waiting(new Promise(() => undefined)), undefined, false, ending.signal)
  await expect.poll(() => archive.jobs.get(id)?.progress?.total).toBe(1)
  ending.abort(processEnds())
  await running
  archive.close()
  archive = await openNewArchive({ dataDir: folder, environment: 'test', now: Date.now })
  expect(archive.jobs.get(id)?.state).toBe('interrupted')
  expect((await run(async () => waiting(Promise.resolve())))?.state).toBe('done')
  expect(archive.messages.get('1')?.item.state).toBe('archived')
})

test('a job cancelled before its start does nothing', async () => {
  const { id } = archive.jobs.request('sync', {})
  archive.jobs.requestCancel(id)
  const open = vi.fn(async () => waiting(Promise.resolve()))
  expect((await run(open))?.state).toBe('cancelled')
  expect(open).not.toHaveBeenCalled()
})

test('U-05 a pause that the authority asked for is shown, and the job goes on after it', async () => {
  const gate = Promise.withResolvers<void>()
  let until = Number.POSITIVE_INFINITY
  const seen: SyncProgress['phase'][] = []
  archive.jobs.request('sync', {})
  const running = run(
    async () => waiting(gate.promise, () => until),
    ({ phase }) => seen.push(phase),
  )
  await expect.poll(() => seen).toContain('paused')
  until = 0
  await expect.poll(() => seen.at(-1)).not.toBe('paused')
  gate.resolve()
  expect(await running).toMatchObject({ state: 'done', result: { downloaded: 1 } })
})

test('E-29 a job in a long pause that somebody waits for is left to others, with the end of the pause', async () => {
  const until = Date.now() + 3_600_000
  const { id } = archive.jobs.request('sync', {})
  const gate = Promise.reject(pauseError('descarcare', until, Date.now()))
  gate.catch(() => undefined)
  const open = async () => waiting(gate, () => until)
  await expect(run(open, undefined, true)).rejects.toMatchObject({ reason: 'rate-limited', params: { until } })
  expect(archive.jobs.get(id)).toMatchObject({
    state: 'interrupted',
    progress: { phase: 'paused', pausedUntil: until, total: 1, done: 0 },
  })
  const taken = await run(async () => waiting(Promise.resolve()), undefined, true)
  expect(taken).toMatchObject({ id, state: 'done', result: { downloaded: 1, failed: 0 } })
  archive.jobs.request('sync', {})
  const refusing = Promise.reject(pauseError('descarcare', until, Date.now()))
  refusing.catch(() => undefined)
  // Nobody waits, and the wait was as long as makes sense: the job has failed.
  archive.messages.record([{ ...MESSAGE, id: '2' }])
  expect(await run(async () => waiting(refusing))).toMatchObject({ state: 'failed', error: { code: 'rate-limited' } })
})

test('a part that cannot be opened fails the job with its reason', async () => {
  const { id } = archive.jobs.request('sync', {})
  const job = await run(() => Promise.reject(new RecipisaError('secret-store', { problem: 'locked' })))
  expect(job).toMatchObject({ state: 'failed', error: { code: 'storage', details: { reason: 'secret-store' } } })
  const followed = await followJob(archive.jobs, id, () => expect.fail('nobody needs to work on it'), quiet())
  expect(() => outcomeOf(followed)).toThrowError(/locked/)
})

/** A sync requested from this process. `runs`: how many jobs it has worked on. */
function requesting() {
  const state = { runs: 0 }
  const revive = async () => {
    state.runs++
    await run(async () => waiting(Promise.resolve()))
  }
  const worker: Worker = { isInProcess: false, begin: () => undefined, run: revive }
  const job: Pick<JobWork, 'request'> = {
    request: (request, by, watch) =>
      awaitJob(archive.jobs, { kind: 'sync', ...request }, { worker: by, work: revive, now: Date.now }, watch),
  }
  return { state, request: (params: JobParams) => requestSync(archive, job, params, worker, quiet()) }
}

test('a sync that joins one of other companies has its own companies synced too', async () => {
  const other = archive.companies.put('18547290', 'granted').cui
  archive.jobs.request('sync', { cuis: [other] })
  const { state, request } = requesting()
  const result = await request({ cuis: [CUI] })
  expect(state.runs).toBe(2)
  expect(result.companies.map(({ cui }) => cui)).toEqual([CUI])
})

test('a sync that joins one of a company that was removed meanwhile does not fail for it', async () => {
  const { id } = archive.jobs.request('sync', { cuis: ['18547290'] })
  const { state, request } = requesting()
  expect((await request({})).companies).toMatchObject([{ cui: CUI, downloaded: 1 }])
  expect(state.runs).toBe(2)
  expect(archive.jobs.get(id)).toMatchObject({ state: 'done', result: { companies: [] } })
})

test('a sync for a company that is not on the list is refused before there is a job', async () => {
  await expect(requesting().request({ cuis: ['18547290'] })).rejects.toMatchObject({ reason: 'company-unknown' })
  expect(archive.jobs.latest('sync')).toBeUndefined()
})
