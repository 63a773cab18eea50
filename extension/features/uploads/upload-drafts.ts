import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { HostClient } from '../../host/client.ts'
import { contentOf } from '../../host/file-content.ts'
import { createDraft, type Draft, type Order, orderOf, showInspection } from './draft.ts'
import type { UploadList } from './upload-list.ts'

/** Largest file that the host reads, in bytes; the authority takes 10 MB. */
const MOST_READ = 11_900_000

/** A draft with exactly the content that its card shows and the user confirms. */
export type Confirmed = { draft: Draft; order: Order }

/** The files that the user has chosen, until they are uploaded. */
export type UploadDrafts = {
  /** Whether the view of the files is in front. */
  open: Signal<boolean>
  drafts: ReadonlySignal<readonly Draft[]>
  /** The uploads of the next confirmation; never the same content twice. */
  ready: ReadonlySignal<readonly Confirmed[]>
  sending: ReadonlySignal<boolean>
  take(files: readonly File[], corrects?: Upload): Promise<void>
  /** Has the host inspect the same bytes again. */
  lookAgain(draft: Draft): Promise<void>
  remove(draft: Draft): void
  /** Sends the confirmed drafts, each once. A draft that has changed since, or is being sent, is left out. */
  send(confirmed: readonly Confirmed[]): Promise<void>
  /** Removes the sent drafts and closes the view. */
  finish(): void
}

export function createUploadDrafts(host: HostClient, uploadList: UploadList): UploadDrafts {
  const open = signal(false)
  const drafts = signal<readonly Draft[]>([])
  const sending = computed(() => drafts.value.some(({ phase }) => phase.value.is === 'sending'))
  const ready = computed(() => {
    const hashes = new Set<string>()
    return drafts.value.flatMap(draft => {
      const order = orderOf(draft)
      if (!order || hashes.has(order.sha256)) return []
      hashes.add(order.sha256)
      return [{ draft, order }]
    })
  })

  const inspect = async (draft: Draft) => {
    if (!draft.data) return
    draft.phase.value = { is: 'reading' }
    try {
      const data = await draft.data()
      showInspection(draft, await host.request('uploads.inspect', { fileName: draft.fileName.slice(-255), data }))
    } catch (error) {
      draft.phase.value = { is: 'unreadable', error }
    }
  }

  return {
    open,
    drafts,
    ready,
    sending,
    lookAgain: inspect,
    async take(files, corrects) {
      const taken = files.map(file =>
        createDraft({
          fileName: file.name,
          size: file.size,
          corrects,
          data: () => contentOf(file),
        }),
      )
      drafts.value = [...drafts.value, ...taken]
      open.value = true
      for (const draft of taken) {
        if (/\.zip$/i.test(draft.fileName)) draft.phase.value = { is: 'signed' }
        else if (draft.size > MOST_READ) draft.phase.value = { is: 'too-large' }
        else await inspect(draft)
      }
    },
    remove(draft) {
      drafts.value = drafts.value.filter(each => each !== draft)
    },
    async send(confirmed) {
      const unchanged = confirmed.filter(({ draft, order }) => sameOrder(orderOf(draft), order))
      for (const { draft } of unchanged) claim(draft)
      // All at once: the host sends them in its own order, also after the page is closed.
      await Promise.all(unchanged.map(each => sendDraft(host, uploadList, each)))
    },
    finish() {
      drafts.value = drafts.value.filter(({ phase }) => !['sent', 'signed'].includes(phase.value.is))
      open.value = false
    },
  }
}

/** Marks a draft as being sent before anything is awaited, so that a second click cannot send it. */
export function claim(draft: Draft): void {
  const { phase } = draft
  if (phase.value.is === 'ready') phase.value = { is: 'sending', inspection: phase.value.inspection }
}

/** Sends a claimed draft and adds the upload to the list, which follows it. */
export async function sendDraft(host: HostClient, uploadList: UploadList, { draft, order }: Confirmed): Promise<void> {
  const { phase } = draft
  if (phase.value.is !== 'sending') return
  const { inspection } = phase.value
  try {
    const { attempt: upload } = await host.request('uploads.send', order)
    uploadList.take([upload])
    phase.value = { is: 'sent', inspection, uploadId: upload.id }
  } catch (error) {
    phase.value = { is: 'failed', inspection, error }
    void uploadList.load()
  }
}

function sameOrder(a: Order | undefined, b: Order): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
