import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { joinRuns } from '../../../shared/async/join-runs.ts'
import type { Export, ExportFormat } from '../../../shared/protocol/invoices/exports.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'
import { failureBody, isCancelled } from '../../host/failure.ts'
import { type Saved, saveDocument } from '../documents/save-document.ts'
import type { Page } from '../page/page.ts'

export type Order = ParamsIn<'exports.begin'>['order']

/** An export and this page's part in it. */
export type ShownExport = {
  export: Export
  /** The file in Downloads. */
  saved?: Saved
  isSaving?: boolean
  error?: unknown
}

/** The host's exports, whichever page began them and whenever (U-05). */
export type DeskExports = {
  /** The latest first, without those that the user dismissed. */
  items: ReadonlySignal<readonly ShownExport[]>
  /** Why the last click failed before there was an export, or why they could not be listed. */
  error: ReadonlySignal<unknown>
  /** Absolute path of a folder to write to; empty for Downloads. */
  folder: Signal<string>
  /** Begins an export; its file is saved to Downloads as soon as it is whole. */
  begin(order: Order): Promise<void>
  cancel(id: number): Promise<void>
  /** Starts a cancelled or failed export again. */
  resume(id: number): Promise<void>
  save(id: number): Promise<void>
  /** Dismisses an ended export, and removes its file from the host. */
  dismiss(id: number): Promise<void>
}

/** The export formats of each table. */
export const FORMATS_OF: Readonly<Record<'invoices' | 'messages', readonly ExportFormat[]>> = {
  invoices: ['originals', 'xml', 'pdf', 'print', 'xlsx', 'csv'],
  messages: ['originals', 'print', 'xlsx', 'csv'],
}

export const isUnderWay = ({ state }: Pick<Export, 'state'>): boolean => state === 'running' || state === 'interrupted'

export function createDeskExports({ host, overview }: Pick<Page, 'host' | 'overview'>): DeskExports {
  const items = signal<readonly ShownExport[]>([])
  const [refused, unlisted] = [signal<unknown>(), signal<unknown>()]
  const followed = new Set<number>()
  /** Begun or resumed by this page, which saves them; another page saves its own. */
  const ours = new Set<number>()

  const put = (id: number, change: Partial<ShownExport>) => {
    items.value = items.value.map(item => (item.export.id === id ? { ...item, ...change } : item))
  }
  const show = (found: Export) => {
    const isKnown = items.value.some(item => item.export.id === found.id)
    if (isKnown) put(found.id, { export: found })
    else items.value = [{ export: found }, ...items.value].sort((a, b) => b.export.id - a.export.id)
  }
  const drop = (id: number) => {
    items.value = items.value.filter(item => item.export.id !== id)
  }
  /** Runs the action of a click on an export's line; the line shows its failure. */
  const attempt = async (id: number, work: () => Promise<void>) => {
    put(id, { error: undefined })
    try {
      await work()
    } catch (problem) {
      if (!isCancelled(problem)) put(id, { error: problem })
    }
  }
  /** The host drops a file that the user has; its line stays until it is dismissed. */
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
  const follow = async (id: number) => {
    if (followed.has(id)) return
    followed.add(id)
    put(id, { error: undefined })
    try {
      const watch = { onProgress: ({ export: found }: { export: Export }) => show(found) }
      const { export: ended } = await host.request('exports.follow', { id }, watch)
      show(ended)
      if (!ours.has(id) || ended.state !== 'done') return
      if (ended.folder === null) await save(id)
      else await forget(id)
    } catch (problem) {
      // Another page may have dismissed it while nobody followed it here.
      if (failureBody(problem).details.reason === 'export-unknown') drop(id)
      else if (!isCancelled(problem)) put(id, { error: problem })
    } finally {
      followed.delete(id)
    }
  }
  const followAll = () => {
    for (const { export: one } of items.value) if (isUnderWay(one)) void follow(one.id)
  }
  let isListed = false
  const list = joinRuns(async () => {
    if (isListed) return
    try {
      const { exports } = await host.request('exports.list', {})
      isListed = true
      for (const one of exports) show(one)
      followAll()
      unlisted.value = undefined
    } catch (problem) {
      unlisted.value = problem
    }
  })
  // The list may fail, and following ends with the host. The next one takes both up, and answers a poll.
  overview.subscribe(known => {
    if (!known) return
    void list()
    followAll()
  })

  return {
    items,
    error: computed(() => refused.value ?? unlisted.value),
    folder: signal(''),
    async begin(order) {
      refused.value = undefined
      try {
        const { export: begun } = await host.request('exports.begin', { order })
        show(begun)
        ours.add(begun.id)
        void follow(begun.id)
      } catch (problem) {
        refused.value = problem
      }
    },
    cancel: id =>
      attempt(id, async () => {
        show((await host.request('exports.cancel', { id })).export)
      }),
    resume: id =>
      attempt(id, async () => {
        show((await host.request('exports.resume', { id })).export)
        ours.add(id)
        void follow(id)
      }),
    save: id => attempt(id, () => save(id)),
    dismiss: id =>
      attempt(id, async () => {
        await forget(id)
        drop(id)
      }),
  }
}
