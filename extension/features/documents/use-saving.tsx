import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import browser from 'webextension-polyfill'
import type { DocumentRef } from '../../../shared/protocol/documents.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { type Saved, saveDocument } from './save-document.ts'

type State = { busy?: boolean; saved?: Saved; error?: unknown }

type Saving = {
  busy: boolean
  save(document: DocumentRef): void
  /** Another way with a document, whose failure is told in the same place. */
  run(work: () => Promise<void>): void
  /** What became of the last click, to stand among the buttons. */
  outcome: ComponentChild
}

/** Documents saved into Downloads from one row of buttons: under way, saved (with the way there), or what failed. */
export function useSaving(host: HostClient): Saving {
  const state = useSignal<State>({})
  const become = async (work: () => Promise<State>) => {
    state.value = { busy: true }
    try {
      state.value = await work()
    } catch (error) {
      state.value = { error }
    }
  }
  const { busy = false, saved, error } = state.value
  return {
    busy,
    save: document => void become(async () => ({ saved: await saveDocument(host, document) })),
    run: work => void become(() => work().then(() => ({}))),
    outcome: (
      <>
        <p class="save-outcome muted" role="status">
          {busy && t('saving')}
          {saved && (
            <>
              {t('saved-as', { name: saved.fileName })}{' '}
              <Button look="link" onClick={() => void browser.downloads.show(saved.downloadId)}>
                {t('show-in-folder')}
              </Button>
            </>
          )}
        </p>
        {error !== undefined && <ErrorNotice error={error} />}
      </>
    ),
  }
}
