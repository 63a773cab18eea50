import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { openDocument } from '../documents/open-document.ts'
import { pullDocument } from '../documents/save-document.ts'
import { useSaving } from '../documents/use-saving.tsx'

type Props = { host: HostClient; id: string; title: string }

/** An archived document in the panel, with buttons that save it or open it in a tab. */
export function DocumentView({ host, id, title }: Props) {
  const { busy, save, run, outcome } = useSaving(host)
  const document = { area: 'mailbox', id, as: 'document' } as const
  return (
    <section class="mail-document" aria-label={t('mail-document')}>
      <div class="save-buttons">
        <Button look="primary" disabled={busy} title={t('mail-save-title')} onClick={() => save(document)}>
          {t('mail-save')}
        </Button>
        <Button disabled={busy} onClick={() => run(() => openDocument(host, document))}>
          {t('mail-open')}
        </Button>
        {outcome}
      </div>
      {navigator.pdfViewerEnabled ? (
        <PdfFrame host={host} id={id} title={title} />
      ) : (
        <p class="muted">{t('mail-no-viewer')}</p>
      )}
    </section>
  )
}

/** The browser's own viewer, which isolates the document from the extension. */
function PdfFrame({ host, id, title }: Props) {
  const url = useSignal<string | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    let gone = false
    const load = async () => {
      const { bytes } = await pullDocument(host, { area: 'mailbox', id, as: 'document' })
      // Always as a PDF: nothing from the authority may become a page of the extension.
      if (!gone) url.value = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    }
    load().catch(problem => {
      if (!gone) error.value = problem
    })
    return () => {
      gone = true
      if (url.value !== undefined) URL.revokeObjectURL(url.value)
    }
  }, [host, id, url, error])
  if (error.value !== undefined) return <ErrorNotice error={error.value} />
  return url.value === undefined ? (
    <div class="mail-pdf" aria-busy="true" />
  ) : (
    <iframe class="mail-pdf" title={title} src={`${url.value}#toolbar=0&navpanes=0&view=FitH`} />
  )
}
