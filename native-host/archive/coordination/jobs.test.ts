import { describe, expect, test } from 'vitest'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import { CUI, NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'

describe('jobs', () => {
  const result: SyncResult = {
    companies: [],
    downloaded: 1,
    expired: 0,
    failed: 0,
    unread: [],
    startedAt: NOON,
    endedAt: NOON,
  }

  test('U-05 a job is written down, taken up by one, watched by all, and ends once', async () => {
    const dataDir = temporaryFolder()
    const { jobs } = await openTestArchive(dataDir)
    const watcher = await openTestArchive(dataDir)
    expect(jobs.latest('sync')).toBeUndefined()
    const asked = jobs.request('sync', { cuis: [CUI] })
    expect(asked).toMatchObject({ state: 'interrupted', startedAt: NOON, progress: null })
    expect(jobs.acquire('sync', {})).toEqual({ id: asked.id, params: { cuis: [CUI] } })
    expect(jobs.acquire('sync', {})).toBeUndefined()
    const progress = { phase: 'listing', companiesListed: 0, companies: 1, total: 0, done: 0 } as const
    jobs.setProgress(asked.id, progress)
    expect(watcher.jobs.get(asked.id)).toMatchObject({ state: 'running', progress })
    jobs.finish(asked.id, { result })
    jobs.finish(asked.id, { cancelled: true })
    jobs.setProgress(asked.id, { ...progress, done: 9 })
    jobs.requestCancel(asked.id)
    expect(watcher.jobs.latest('sync')).toMatchObject({ state: 'done', result, progress, error: null })
    expect(watcher.jobs.cancelRequested(asked.id)).toBe(false)
    expect(watcher.jobs.unfinished('sync')).toBeUndefined()
    expect(jobs.acquire('sync', {})?.id).toBe(asked.id + 1)
  })

  test('an archive that closes leaves its job to others; environments have their own', async () => {
    const dataDir = temporaryFolder()
    const first = await openTestArchive(dataDir)
    const second = await openTestArchive(dataDir)
    const other = await openTestArchive(dataDir, 'test')
    const job = first.jobs.acquire('sync', {})
    expect(other.jobs.latest('sync')).toBeUndefined()
    expect(other.jobs.acquire('sync', {})).toBeDefined()
    first.close()
    first.close()
    expect(second.jobs.latest('sync')?.state).toBe('interrupted')
    expect(second.jobs.acquire('sync', {})).toEqual(job)
  })

  test('only the latest ended ones are kept', async () => {
    const { jobs } = await openTestArchive(temporaryFolder())
    for (let index = 0; index < 60; index++) jobs.finish(jobs.acquire('sync', {})?.id ?? 0, { result })
    expect(jobs.get(1)).toBeUndefined()
    expect(jobs.get(60)?.state).toBe('done')
  })
})
