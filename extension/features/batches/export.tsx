import { useSignal } from '@preact/signals'
import browser from 'webextension-polyfill'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { type Saved, saveDocument } from '../invoices/save.ts'

type Form = 'csv' | 'xlsx'
type State = { saving?: Form; saved?: Saved; error?: unknown }

/** Saves a batch's table into Downloads: the rows of the list with what the registers said, in the list's order. */
export function Export({ host, id, look }: { host: HostClient; id: number; look: 'primary' | 'plain' }) {
  const state = useSignal<State>({})
  const save = async (as: Form) => {
    state.value = { saving: as }
    try {
      state.value = { saved: await saveDocument(host, { area: 'batches', id: String(id), as }) }
    } catch (error) {
      state.value = { error }
    }
  }
  const { saving, saved, error } = state.value
  return (
    <>
      <Button look={look} disabled={saving !== undefined} onClick={() => void save('xlsx')}>
        {t('batch-save-xlsx')}
      </Button>
      <Button disabled={saving !== undefined} onClick={() => void save('csv')}>
        {t('batch-save-csv')}
      </Button>
      <p class="batch-outcome muted" role="status">
        {saving && t('saving')}
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
  )
}
