import { waitsForCertificate } from '../../shared/errors/certificate-wait.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../shared/errors/to-error-body.ts'
import type { Job, JobKind, SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../archive/core/archive.ts'
import { isLeft } from '../process/ending.ts'
import type { HostPorts } from './host-ports.ts'
import { pauseEndOf } from './pauses.ts'

export type JobWatch = { signal: AbortSignal; progress: (value: SyncProgress) => void }

/** The work of one job, with all its parts opened. */
export type OpenedJob = {
  run(params: JobParams, watch: JobWatch): Promise<SyncResult>
  /** The end of the authority's pause, epoch ms; a past moment if there is no pause. */
  pausedUntil(): number
}

export type JobArchive = Pick<Archive, 'jobs' | 'isOvertaken'>

export type RunJobOptions = HostPorts &
  JobWatch & {
    archive: JobArchive
    kind: JobKind
    /** Called within the job, so that a failure to open is the job's failure. */
    open: () => Promise<OpenedJob>
    /** Whether a person waits for this process, which then does not wait out a long pause. */
    isAwaited: boolean
  }

const NO_PROGRESS = { companiesListed: 0, companies: 0, total: 0, done: 0 }

/** How often to write progress to the row and look for a cancel, ms. */
const TICK = 150

/**
 * Works on the unfinished job of a kind. Its row carries progress and cancel between this process and all watchers
 * (U-05). Returns undefined if there is no such job or another living process works on it.
 *
 * A failure becomes the job's outcome and is not thrown. `signal` ends the job as cancelled; with the reason
 * `host-lost` it leaves the job to another process. A pause that this process does not wait out is thrown as
 * `rate-limited`, and the job stays unfinished for another process (E-29). So does one that waits for the certificate
 * to be chosen again (E-28), and one whose program an update has replaced, or overtaken in the archive: documents that it
 * described would lack what the new version reads from them.
 */
export async function runJob(options: RunJobOptions): Promise<Job | undefined> {
  const { archive, kind, open, now, explain, isAwaited, signal, progress } = options
  const { jobs } = archive
  // `acquire` would start a new one.
  if (!jobs.unfinished(kind)) return undefined
  const lease = jobs.acquire(kind, {})
  if (!lease) return undefined

  const cancel = new AbortController()
  let opened: OpenedJob | undefined
  let latest: SyncProgress | undefined
  let written = ''
  const tick = () => {
    if (jobs.cancelRequested(lease.id)) cancel.abort(new RecipisaError('cancelled'))
    if (archive.isOvertaken()) cancel.abort(new RecipisaError('program-replaced'))
    const pausedUntil = opened?.pausedUntil() ?? 0
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
      cancel.abort(error) // the row cannot be read or written: the disk failed, not the authority
    }
  }, TICK)

  try {
    const stop = AbortSignal.any([signal, cancel.signal])
    const remember = (value: SyncProgress) => {
      latest = value
    }
    if (jobs.cancelRequested(lease.id)) throw new RecipisaError('cancelled')
    opened = await open()
    const result = await opened.run(lease.params, { signal: stop, progress: remember })
    tick()
    jobs.finish(lease.id, { result })
  } catch (error) {
    const shown = explain(error)
    // The process ends but the job does not.
    if (isLeft(signal)) return jobs.get(lease.id)
    if (waitsForCertificate(shown) && !jobs.cancelRequested(lease.id)) {
      jobs.setProgress(lease.id, { ...(latest ?? NO_PROGRESS), phase: 'certificate-needed' })
      throw shown
    }
    if (isAwaited && pauseEndOf(shown) !== undefined && !jobs.cancelRequested(lease.id)) {
      tick()
      throw shown
    }
    if (shown.reason === 'program-replaced' && !jobs.cancelRequested(lease.id)) throw shown
    jobs.finish(lease.id, shown.code === 'cancelled' ? { cancelled: true } : { error: toErrorBody(shown) })
  } finally {
    clearInterval(timer)
    // Of a job without an outcome, also one for which the disk had no room: it would last as long as this process.
    jobs.release(lease.id)
  }
  return jobs.get(lease.id)
}
