import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Export, ExportFormat } from '../../../shared/protocol/invoices/exports.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'
import { isCancelled } from '../../host/failure.ts'
import { type Saved, saveDocument } from '../documents/save-document.ts'
import type { Page } from '../page/page.ts'

export type Order = ParamsIn<'exports.begin'>['order']

/** An export and what this page has done with it. */
export type ShownExport = {
  export: Export
  /** The file in Downloads. */
  saved?: Saved
  isSaving?: boolean
  error?: unknown
}

/** The exports of the host, whichever page or evening began them (U-05). */
export type DeskExports = {
  /** The latest first, without what the user has put away. */
  items: ReadonlySignal<readonly ShownExport[]>
  /** Why the last click failed before there was an export. */
  error: ReadonlySignal<unknown>
  /** Absolute path of a folder to write to; empty for Downloads. */
  folder: Signal<string>
  load(): Promise<void>
  /** Begins an export; its file is saved to Downloads as soon as it is whole. */
  begin(order: Order): Promise<void>
  cancel(id: number): Promise<void>
  /** Begins a cancelled or failed export anew. */
  resume(id: number): Promise<void>
  save(id: number): Promise<void>
  /** Puts an ended export away, and removes its file from the host. */
  dismiss(id: number): Promise<void>
}

/** What each table can be exported as. */
export const FORMATS_OF: Readonly<Record<'invoices' | 'messages', readonly ExportFormat[]>> = {
  invoices: ['originals', 'xml', 'pdf', 'print', 'xlsx', 'csv'],
  messages: ['originals', 'print', 'xlsx', 'csv'],
}

export const isUnderWay = ({ state }: Pick<Export, 'state'>): boolean => state === 'running' || state === 'interrupted'

export function createDeskExports({ host }: Pick<Page, 'host'>): DeskExports {
  const items = signal<readonly ShownExport[]>([])
  const error = signal<unknown>()
  const followed = new Set<number>()

  const put = (id: number, change: Partial<ShownExport>) => {
    items.value = items.value.map(item => (item.export.id === id ? { ...item, ...change } : item))
  }
  const show = (found: Export) => {
    const isKnown = items.value.some(item => item.export.id === found.id)
    if (isKnown) put(found.id, { export: found })
    else items.value = [{ export: found }, ...items.value]
  }
  /** Runs what a click on an export's line asks for; the line shows its failure. */
  const attempt = async (id: number, work: () => Promise<void>) => {
    put(id, { error: undefined })
    try {
      await work()
    } catch (problem) {
      if (!isCancelled(problem)) put(id, { error: problem })
    }
  }
  /** What the person has is no longer kept by the host; its line stays until it is put away. */
  const forget = (id: number) => host.request('exports.remove', { id })
  const save = async (id: number) => {
    put(id, { isSaving: true })
    try {
      put(id, { saved: await saveDocument(host, { area: 'exports', id: String(id), as: 'file' }) })
      await forget(id)
    } finally {
      put(id, { isSaving: false })
    }
  }
  const follow = async (id: number, isOurs: boolean) => {
    if (followed.has(id)) return
    followed.add(id)
    try {
      await attempt(id, async () => {
        const watch = { onProgress: ({ export: found }: { export: Export }) => show(found) }
        const { export: ended } = await host.request('exports.follow', { id }, watch)
        show(ended)
        // What another page began is saved by a click: that page saves it, too.
        if (!isOurs || ended.state !== 'done') return
        if (ended.folder === null) await save(id)
        else await forget(id)
      })
    } finally {
      followed.delete(id)
    }
  }

  return {
    items,
    error,
    folder: signal(''),
    async load() {
      try {
        const found = await host.request('exports.list', {})
        items.value = found.exports.map(one => ({ export: one }))
        for (const one of found.exports) if (isUnderWay(one)) void follow(one.id, false)
      } catch (problem) {
        error.value = problem
      }
    },
    async begin(order) {
      error.value = undefined
      try {
        const { export: begun } = await host.request('exports.begin', { order })
        show(begun)
        void follow(begun.id, true)
      } catch (problem) {
        error.value = problem
      }
    },
    cancel: id =>
      attempt(id, async () => {
        show((await host.request('exports.cancel', { id })).export)
      }),
    resume: id =>
      attempt(id, async () => {
        show((await host.request('exports.resume', { id })).export)
        void follow(id, true)
      }),
    save: id => attempt(id, () => save(id)),
    dismiss: id =>
      attempt(id, async () => {
        await forget(id)
        items.value = items.value.filter(item => item.export.id !== id)
      }),
  }
}
