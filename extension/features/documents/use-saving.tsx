import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { HostClient } from '../../host/client.ts'
import { isCancelled } from '../../host/failure.ts'
import { t } from '../../locales/locale.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { type Saved, saveDocument } from './save-document.ts'
import { ShowInFolder } from './show-in-folder.tsx'

type State = { busy?: boolean; saved?: Saved; error?: unknown }

type Saving = {
  busy: boolean
  save(document: DocumentRef): void
  /** Saves through another function; `outcome` shows the file. */
  saveBy(work: () => Promise<Saved>): void
  /** Runs another action on a document; `outcome` shows its failure too. */
  run(work: () => Promise<void>): void
  /** Shows how the last click ended; draw it beside the buttons. */
  outcome: ComponentChild
}

/** Saves documents to Downloads from one row of buttons, and shows progress, the saved file, or the failure. */
export function useSaving(host: HostClient): Saving {
  const state = useSignal<State>({})
  const become = async (work: () => Promise<State>) => {
    state.value = { busy: true }
    try {
      state.value = await work()
    } catch (error) {
      state.value = isCancelled(error) ? {} : { error }
    }
  }
  const { busy = false, saved, error } = state.value
  return {
    busy,
    save: document => void become(async () => ({ saved: await saveDocument(host, document) })),
    saveBy: work => void become(async () => ({ saved: await work() })),
    run: work => void become(() => work().then(() => ({}))),
    outcome: (
      <>
        <p class="save-outcome muted" role="status">
          {busy && t('saving')}
          {saved && (
            <>
              {t('saved-as', { name: saved.fileName })} <ShowInFolder saved={saved} />
            </>
          )}
        </p>
        {error !== undefined && <ErrorNotice error={error} />}
      </>
    ),
  }
}
