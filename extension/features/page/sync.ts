import { type ReadonlySignal, signal } from '@preact/signals'
import type { Job, SyncProgress } from '../../../shared/protocol/jobs.ts'
import type { HostClient, RequestOptions } from '../../host/client.ts'
import { isCancelled } from '../../host/failure.ts'

/** A sync of e-invoices or of the mailbox, as a page sees it, whoever started it. */
export type Sync = {
  running: ReadonlySignal<boolean>
  /** Null until the first progress arrives. */
  progress: ReadonlySignal<SyncProgress | null>
  /** Why the last sync could not be started or followed. */
  error: ReadonlySignal<unknown>
  /** Syncs these companies, or all. */
  start(cuis?: string[]): Promise<void>
  stop(): Promise<void>
  /** Follows a running job that is not followed yet (U-05). */
  attach(job: Job | null): void
}

/** Whether the mailbox's sync waits for a new session; then its own line has the only button that begins one. */
export const waitsForSession = ({ mailSync }: { mailSync: Sync }): boolean =>
  mailSync.running.value && mailSync.progress.value?.phase === 'session-needed'

/** `changed` is called when a sync has begun and when it has ended. Closing the page does not end a sync. */
export function createSync(
  host: HostClient,
  method: 'invoices.sync' | 'mailbox.sync',
  changed: () => Promise<void>,
): Sync {
  const running = signal(false)
  const progress = signal<SyncProgress | null>(null)
  const error = signal<unknown>()
  let halt: () => Promise<unknown> = async () => undefined

  const watch = async (
    work: (options: RequestOptions<'invoices.sync' | 'mailbox.sync'>) => Promise<unknown>,
    announce: boolean,
  ) => {
    let announced = !announce
    running.value = true
    progress.value = null
    error.value = undefined
    try {
      await work({
        onProgress(found) {
          progress.value = found
          if (announced) return
          announced = true
          void changed() // the job has a row now, so the other pages can follow it
        },
      })
    } catch (problem) {
      if (!isCancelled(problem)) error.value = problem
    } finally {
      running.value = false
      await changed()
    }
  }

  return {
    running,
    progress,
    error,
    async start(cuis) {
      if (running.value) return
      const aborter = new AbortController()
      halt = async () => aborter.abort()
      const params = cuis === undefined ? {} : { cuis }
      await watch(options => host.request(method, params, { ...options, signal: aborter.signal }), true)
    },
    async stop() {
      try {
        await halt()
      } catch (problem) {
        error.value = problem
      }
    },
    attach(job) {
      const waits = job?.state === 'interrupted' && job.progress?.phase === 'certificate-needed'
      if (running.value || !job || (job.state !== 'running' && !waits)) return
      const { id } = job
      halt = () => host.request('jobs.cancel', { id })
      void watch(options => host.request('jobs.follow', { id }, options), false)
    },
  }
}
