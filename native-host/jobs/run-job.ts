import { toErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Job, JobKind, SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../archive/core/archive.ts'
import { isLeft } from '../process/ending.ts'
import { heldUntil } from './outlast.ts'

/** What a kind of job does. */
export type JobWork = {
  run(params: JobParams, watch: { signal: AbortSignal; progress: (value: SyncProgress) => void }): Promise<SyncResult>
  /** Until when the authority wants no request, epoch ms; in the past if it does not mind. */
  pausedUntil(): number
}

export type JobOptions = {
  archive: Pick<Archive, 'jobs'>
  kind: JobKind
  /** Opened within the job, so that what cannot be opened is the job's failure. */
  open: () => Promise<JobWork>
  now: () => number
  /** Makes any failure one that can be shown. */
  explain: (error: unknown) => RecipisaError
  /** Whether somebody waits for this process, so that it does not wait for the end of a long pause. */
  isAwaited: boolean
  signal: AbortSignal
  progress: (value: SyncProgress) => void
}

/** How often the row is written and looked at, ms. */
const TICK = 150

/**
 * Works on the job that was written down and that nobody works on: its row carries progress and cancel between this
 * process and all that watch it (U-05). Undefined when there is none, or another living process is at it. A failure is
 * the job's outcome, not thrown; `signal` ends the job as cancelled, or with `host-lost` leaves it to another process. A
 * pause that this process does not wait out is thrown, and the job is for whoever takes it up (E-29).
 */
export async function runJob(options: JobOptions): Promise<Job | undefined> {
  const { archive, kind, open, now, explain, isAwaited, signal, progress } = options
  const { jobs } = archive
  // `acquire` would start a new one.
  if (!jobs.unfinished(kind)) return undefined
  const lease = jobs.acquire(kind, {})
  if (!lease) return undefined

  const cancel = new AbortController()
  let work: JobWork | undefined
  let latest: SyncProgress | undefined
  let written = ''
  const tick = () => {
    if (jobs.cancelRequested(lease.id)) cancel.abort(new RecipisaError('cancelled'))
    const pausedUntil = work?.pausedUntil() ?? 0
    const current = latest && pausedUntil > now() ? { ...latest, phase: 'paused' as const, pausedUntil } : latest
    if (!current || JSON.stringify(current) === written) return
    written = JSON.stringify(current)
    jobs.setProgress(lease.id, current)
    progress(current)
  }
  const timer = setInterval(() => {
    try {
      tick()
    } catch (error) {
      cancel.abort(error) // the row cannot be read or written: the disk, not the authority
    }
  }, TICK)

  try {
    const ends = AbortSignal.any([signal, cancel.signal])
    const remember = (value: SyncProgress) => {
      latest = value
    }
    if (jobs.cancelRequested(lease.id)) throw new RecipisaError('cancelled')
    work = await open()
    const result = await work.run(lease.params, { signal: ends, progress: remember })
    tick()
    jobs.finish(lease.id, { result })
  } catch (error) {
    const shown = explain(error)
    // The process ends and the job does not: its row is free when the archive closes.
    if (isLeft(signal)) return jobs.get(lease.id)
    if (isAwaited && heldUntil(shown) !== undefined && !jobs.cancelRequested(lease.id)) {
      tick()
      jobs.release(lease.id)
      throw shown
    }
    jobs.finish(lease.id, shown.code === 'cancelled' ? { cancelled: true } : { error: toErrorBody(shown) })
  } finally {
    clearInterval(timer)
  }
  return jobs.get(lease.id)
}
