import { useSignal } from '@preact/signals'
import browser from 'webextension-polyfill'
import type { DocumentRef } from '../../../shared/protocol/documents.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { type Saved, saveDocument } from './save.ts'

/** The PDF is no original: it is made by the authority, and opened (features/checks). */
type Form = Exclude<Extract<DocumentRef, { area: 'invoices' }>['as'], 'pdf'>
type State = { saving?: Form; saved?: Saved; error?: unknown }

/** One click each: the signed original, the invoice, the signature. */
export function SaveButtons({ host, id, hasXml }: { host: HostClient; id: string; hasXml: boolean }) {
  const state = useSignal<State>({})
  const forms: readonly Form[] = hasXml ? ['zip', 'xml', 'signature'] : ['zip', 'signature']

  const save = async (as: Form) => {
    state.value = { saving: as }
    try {
      state.value = { saved: await saveDocument(host, { area: 'invoices', id, as }) }
    } catch (error) {
      state.value = { error }
    }
  }

  const { saving, saved, error } = state.value
  return (
    <div class="save">
      <div class="save-buttons">
        {forms.map(form => (
          <Button
            key={form}
            look={form === 'zip' ? 'primary' : 'plain'}
            disabled={saving !== undefined}
            title={t(`save-${form}-title`)}
            onClick={() => void save(form)}
          >
            {t(`save-${form}`)}
          </Button>
        ))}
      </div>
      {/* Keeps its line when empty: nothing below moves when a file is saved. */}
      <p class="save-outcome muted" role="status">
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
    </div>
  )
}
