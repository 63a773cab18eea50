import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { LineForm } from '../../ui/fields/line-form.tsx'
import { Status } from '../../ui/status.tsx'
import { UPLOAD_LABELS } from './labels.ts'
import '../rows/filings.css'

/** The state of any upload by its index, also of one made with another program (E-07, E-08). */
export function StatusByIndex({ host }: { host: HostClient }) {
  return (
    <section class="index" aria-label={t('index-title')}>
      <h2>{t('index-title')}</h2>
      <LineForm
        label={t('index-label')}
        hint={t('index-hint')}
        words={{ send: t('index-check'), sending: t('index-checking') }}
        problemOf={text => (/^\d{1,20}$/.test(text) ? undefined : t('index-shape'))}
        send={async uploadIndex => ({ ...(await host.request('uploads.status', { uploadIndex })), uploadIndex })}
        keepsText
      >
        {({ uploadIndex, state, downloadId }) => (
          <p class="filing-state" role="status">
            <span class="numeric">{uploadIndex}</span>
            <Status tone={UPLOAD_LABELS[state].tone}>{t(UPLOAD_LABELS[state].word)}</Status>
            {downloadId && <span class="muted numeric">{t('index-download', { id: downloadId })}</span>}
          </p>
        )}
      </LineForm>
    </section>
  )
}
