import { useSignal } from '@preact/signals'
import type { HostClient } from '../../host/client.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { More } from '../../ui/more.tsx'
import { Status } from '../../ui/status.tsx'
import { Checks } from '../checks/checks.tsx'
import { openDocument } from '../documents/open-document.ts'
import { useSaving } from '../documents/use-saving.tsx'
import { openSheet } from './open-sheet.ts'
import { type SavedPdf, saveOwnPdf, savePdf } from './save-pdf.ts'
import './document-actions.css'

type Props = {
  host: HostClient
  id: string
  name: string
  /** `none`: the ZIP holds no invoice; `part`: one with more lines than an answer to this page holds. */
  sheet: 'whole' | 'part' | 'none'
}

/** The usual actions on a document: first its PDF and its print; the signed originals behind "…". */
export function DocumentActions({ host, id, name, sheet }: Props) {
  const { busy, save, saveBy, run, outcome } = useSaving(host)
  const own = useSignal<SavedPdf['own']>(undefined)
  const savePdfOf = async () => {
    own.value = undefined
    const saved = await savePdf(host, id, locale.value)
    own.value = saved.own
    return saved
  }
  const saveOwn = async () => {
    own.value = undefined
    return saveOwnPdf(host, id, locale.value)
  }
  // The PDF has every line.
  const print = () =>
    sheet === 'part' ? openDocument(host, { area: 'sheets', ids: [id], locale: locale.value }) : openSheet(id, true)
  return (
    <div class="document-actions">
      {sheet !== 'none' && (
        <>
          <Button look="primary" disabled={busy} title={t('pdf-save-title')} onClick={() => saveBy(savePdfOf)}>
            {t('pdf-save')}
          </Button>
          <Button disabled={busy} title={t('print-title')} onClick={() => run(print)}>
            {t('print')}
          </Button>
        </>
      )}
      <More label={t('more-actions')}>
        {close => (
          <>
            {(sheet === 'none' ? (['zip', 'signature'] as const) : (['zip', 'xml', 'signature'] as const)).map(as => (
              <Button
                key={as}
                disabled={busy}
                title={t(`save-${as}-title`)}
                onClick={() => {
                  close()
                  own.value = undefined
                  save({ area: 'invoices', id, as })
                }}
              >
                {t(`save-${as}`)}
              </Button>
            ))}
            {sheet !== 'none' && (
              <>
                <Button
                  disabled={busy}
                  title={t('pdf-own-title')}
                  onClick={() => {
                    close()
                    saveBy(saveOwn)
                  }}
                >
                  {t('pdf-own')}
                </Button>
                <Checks
                  host={host}
                  source={async () => ({ id })}
                  fileName={name}
                  withValidation={false}
                  pdfLabel={t('pdf-authority')}
                />
              </>
            )}
          </>
        )}
      </More>
      {outcome}
      {own.value && !busy && (
        <p class="document-own">
          <Status tone="wait">{t(own.value === 'down' ? 'pdf-own-down' : 'pdf-own-invalid')}</Status>
        </p>
      )}
    </div>
  )
}
