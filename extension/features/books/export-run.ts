import { type ReadonlySignal, signal } from '@preact/signals'
import type { ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { isCancelled } from '../../host/failure.ts'
import { type Saved, saveDocument } from '../documents/save-document.ts'

type Exported = ResultOf<'books.export'>

export type ExportPhase =
  | { is: 'asking'; error?: unknown }
  | { is: 'running'; done: number; total: number }
  /** `saved` is the file in Downloads; `error`: the export succeeded, and only saving it failed. */
  | { is: 'done'; result: Exported; saved?: Saved; error?: unknown }

/** One export: the host makes the file and marks the invoices, then the browser saves it. */
export type ExportRun = {
  phase: ReadonlySignal<ExportPhase>
  begin(params: ParamsIn<'books.export'>): Promise<void>
  /** Stops an unfinished export: it marks nothing. */
  stop(): void
  /** Saves the file of the finished export once more. */
  save(): Promise<void>
}

export function createExportRun(host: HostClient): ExportRun {
  const phase = signal<ExportPhase>({ is: 'asking' })
  let stop = new AbortController()

  const save = async () => {
    const current = phase.value
    if (current.is !== 'done' || !current.result.export) return
    const { result } = current
    const id = String(current.result.export.id)
    try {
      phase.value = { is: 'done', result, saved: await saveDocument(host, { area: 'book-exports', id, as: 'file' }) }
    } catch (error) {
      phase.value = { is: 'done', result, error }
    }
  }

  return {
    phase,
    stop: () => stop.abort(),
    save,
    async begin(params) {
      if (phase.value.is === 'running') return
      stop = new AbortController()
      phase.value = { is: 'running', done: 0, total: 0 }
      const onProgress = (progress: { done: number; total: number }) => {
        phase.value = { is: 'running', ...progress }
      }
      try {
        const result = await host.request('books.export', params, { onProgress, signal: stop.signal })
        phase.value = { is: 'done', result }
      } catch (error) {
        phase.value = isCancelled(error) ? { is: 'asking' } : { is: 'asking', error }
        return
      }
      await save()
    },
  }
}
