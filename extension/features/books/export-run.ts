import { type ReadonlySignal, signal } from '@preact/signals'
import type { ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { isCancelled } from '../../host/failure.ts'
import { type Saved, saveDocument } from '../documents/save-document.ts'

type Exported = ResultOf<'books.export'>

export type ExportPhase =
  | { is: 'asking'; error?: unknown }
  | { is: 'running'; done: number; total: number }
  /** The invoices are marked; the file is on its way to Downloads. */
  | { is: 'saving'; result: Exported }
  /** `saved` is the file in Downloads; `error`: the export succeeded, and only saving it failed. */
  | { is: 'done'; result: Exported; saved?: Saved; error?: unknown }

/**
 * One export after the other: the host makes the file and marks the invoices, then the browser saves it. It outlives its
 * dialog: another tab or table takes the dialog away, and coming back shows how the export went.
 */
export type ExportRun = {
  /** Whether its dialog is in front. */
  open: ReadonlySignal<boolean>
  phase: ReadonlySignal<ExportPhase>
  /** Opens the dialog for another export; an export under way, or a file still to be saved, comes first. */
  show(): void
  begin(params: ParamsIn<'books.export'>): Promise<void>
  /** Stops an unfinished export: it marks nothing. */
  stop(): void
  /** Saves the file of the finished export once more. */
  save(): Promise<void>
  /** Closes the dialog and forgets the outcome; does nothing while an export runs. A file that is being saved goes on. */
  close(): void
}

/** `onExported` is called once an export has marked its invoices. */
export function createExportRun(host: HostClient, onExported: () => void): ExportRun {
  const open = signal(false)
  const phase = signal<ExportPhase>({ is: 'asking' })
  let stop = new AbortController()
  /** Files that could not be saved while the dialog showed another export; they come when it is closed. */
  const unsaved: ExportPhase[] = []

  const save = async (result: Exported) => {
    if (!result.export) {
      phase.value = { is: 'done', result }
      return
    }
    const saving: ExportPhase = { is: 'saving', result }
    phase.value = saving
    const id = String(result.export.id)
    try {
      const saved = await saveDocument(host, { area: 'book-exports', id, as: 'file' })
      if (phase.value === saving) phase.value = { is: 'done', result, saved }
    } catch (error) {
      const failed: ExportPhase = { is: 'done', result, error }
      // The dialog may have been closed, or show another export; it comes back, because the invoices are marked.
      const present = phase.peek()
      if (present !== saving && present.is !== 'asking') {
        unsaved.push(failed)
        return
      }
      phase.value = failed
      open.value = true
    }
  }

  return {
    open,
    phase,
    show() {
      if (phase.value.is === 'done' && phase.value.error === undefined) phase.value = { is: 'asking' }
      open.value = true
    },
    stop: () => stop.abort(),
    async save() {
      if (phase.value.is === 'done') await save(phase.value.result)
    },
    close() {
      if (phase.value.is === 'running') return
      const next = unsaved.shift()
      open.value = next !== undefined
      phase.value = next ?? { is: 'asking' }
    },
    async begin(params) {
      if (phase.value.is !== 'asking') return
      stop = new AbortController()
      phase.value = { is: 'running', done: 0, total: 0 }
      const onProgress = (progress: { done: number; total: number }) => {
        phase.value = { is: 'running', ...progress }
      }
      let result: Exported
      try {
        result = await host.request('books.export', params, { onProgress, signal: stop.signal })
      } catch (error) {
        phase.value = isCancelled(error) ? { is: 'asking' } : { is: 'asking', error }
        return
      }
      onExported()
      await save(result)
    },
  }
}

/** Whether nothing has been asked of the host yet, so that nothing is lost with the dialog. */
export const isUnsent = (phase: ExportPhase): boolean => phase.is === 'asking' && phase.error === undefined
