import { toErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Job, SyncProgress } from '../../shared/protocol/jobs.ts'
import type { Archive } from '../archive/archive.ts'
import { runSync, type Source } from './run.ts'

/** What a job needs beside the archive; opened within the job, so that what cannot be opened is the job's failure. */
export type JobPorts = {
  source: Source
  requestsPerMinute: number
  /** Until when the authority wants no request, epoch ms; in the past if it does not mind. */
  pausedUntil: () => number
}

export type JobOptions = {
  archive: Archive
  open: () => Promise<JobPorts>
  now: () => number
  /** Makes any failure one that can be shown. */
  explain: (error: unknown) => RecipisaError
  signal: AbortSignal
  progress: (value: SyncProgress) => void
}

/** How often the row is written and looked at, ms. */
const TICK = 150

/**
 * Works on the sync that was written down and that nobody works on: its row carries progress and cancel between this
 * process and all that watch it (U-05). Undefined when there is none, or another living process is at it. A failure is
 * the job's outcome, not thrown; `signal` ends the job as cancelled.
 */
export async function runJob({ archive, open, now, explain, signal, progress }: JobOptions): Promise<Job | undefined> {
  const { jobs } = archive
  // `acquire` would start a new one.
  if (!jobs.unfinished()) return undefined
  const lease = jobs.acquire('sync', {})
  if (!lease) return undefined

  const cancel = new AbortController()
  let ports: JobPorts | undefined
  let latest: SyncProgress | undefined
  let written = ''
  const tick = () => {
    if (jobs.cancelRequested(lease.id)) cancel.abort(new RecipisaError('cancelled'))
    const paused = ports !== undefined && ports.pausedUntil() > now()
    const current = latest && paused ? { ...latest, phase: 'paused' as const } : latest
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
    ports = await open()
    const result = await runSync({ archive, now, ...ports }, lease.params, { signal: ends, progress: remember })
    tick()
    jobs.finish(lease.id, { result })
  } catch (error) {
    const shown = explain(error)
    jobs.finish(lease.id, shown.code === 'cancelled' ? { cancelled: true } : { error: toErrorBody(shown) })
  } finally {
    clearInterval(timer)
  }
  return jobs.get(lease.id)
}
