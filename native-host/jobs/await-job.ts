import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { JobKind, SyncResult } from '../../shared/protocol/jobs.ts'
import type { JobParams, Jobs } from '../archive/core/archive.ts'
import { followJob, outcomeOf } from './follow-job.ts'
import { isTooLongToAwait, pauseError } from './pauses.ts'
import type { JobWatch } from './run-job.ts'
import type { Worker } from './worker.ts'

export type JobRequest = {
  kind: JobKind
  params: JobParams
  /** Whether the result of a joined job names every company of this request. */
  isCovered: (result: SyncResult) => boolean
}

export type JobWorker = {
  worker: Worker
  /** Works on the job in this process. */
  work: (watch: JobWatch) => Promise<void>
  now: () => number
}

/**
 * Has a job done and watches it. Joins a job under way; if that one does not cover the request, another follows. A
 * cancelled request stops the job; a closed port does not (U-05).
 */
export async function awaitJob(
  jobs: Jobs,
  { kind, params, isCovered }: JobRequest,
  { worker, work, now }: JobWorker,
  watch: JobWatch,
): Promise<SyncResult> {
  const { signal, progress } = worker.isInProcess ? untilLongPause(watch, kind, now) : watch
  for (;;) {
    const { id, params: asked } = jobs.request(kind, params)
    const watching = new AbortController()
    // After a cancel the answer comes when the job has really ended. After the port has closed nobody waits for an
    // answer, and the job goes on.
    const leave = () => {
      if (!isCancelled(signal)) return watching.abort(signal.reason)
      try {
        jobs.requestCancel(id)
      } catch (error) {
        // A listener's exception would end the program: instead the caller learns that the cancel could not be
        // recorded.
        watching.abort(error)
      }
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    try {
      // The watcher ends a cancelled job: perhaps no other process would take it up.
      const revive = () => (jobs.cancelRequested(id) ? work(watch) : worker.run(() => work(watch)))
      const job = await followJob(jobs, id, revive, { signal: watching.signal, progress })
      const result = outcomeOf(job)
      if (reachesAsFar(asked, params) && isCovered(result)) return result
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

/**
 * Whether a job looks back as far as wanted. A job without `days` looks back to the last one: that may be more or less than
 * any number of days.
 */
function reachesAsFar({ days }: JobParams, wanted: JobParams): boolean {
  return days === wanted.days || (days ?? 0) >= (wanted.days ?? Number.POSITIVE_INFINITY)
}

/** Watches the work of another process, but not to the end of a long pause (E-29). */
function untilLongPause({ signal, progress }: JobWatch, kind: JobKind, now: () => number): JobWatch {
  const leave = new AbortController()
  return {
    signal: AbortSignal.any([signal, leave.signal]),
    progress(value) {
      progress(value)
      const { phase, pausedUntil = 0 } = value
      if (phase === 'paused' && isTooLongToAwait(pausedUntil, now())) leave.abort(pauseError(kind, pausedUntil, now()))
    },
  }
}

function isCancelled(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof RecipisaError && signal.reason.reason === 'cancelled'
}
