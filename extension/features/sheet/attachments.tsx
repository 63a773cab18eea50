import type { Sheet } from '../../../shared/sheet/sheet.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { openDocument } from '../documents/open-document.ts'
import { useSaving } from '../documents/use-saving.tsx'

type Props = { attachments: Sheet['attachments']; id: string; host: HostClient }

/** Types that a browser displays itself and never runs. All others are only saved. */
const OPENED = ['application/pdf', 'image/png', 'image/jpeg']

/** Files in the invoice, opened in the browser's own viewer or saved; linked ones are only named. */
export function Attachments({ attachments, id, host }: Props) {
  const { busy, save, run, outcome } = useSaving(host)
  return (
    <>
      <ul class="sheet-attachments">
        {attachments.map(({ name, about, index, mediaType }, at) => (
          // by index: two files may have one name
          <li key={at}>
            <span class="sheet-file">
              {name} {about !== '' && <span class="muted">{about}</span>}
            </span>
            {index !== null && (
              <span class="sheet-file-actions">
                {OPENED.includes(mediaType?.toLowerCase() ?? '') && (
                  <Button
                    look="link"
                    disabled={busy}
                    label={t('attachment-open-what', { name })}
                    onClick={() => run(() => openDocument(host, { area: 'attachments', id, index }))}
                  >
                    {t('attachment-open')}
                  </Button>
                )}
                <Button
                  look="link"
                  disabled={busy}
                  label={t('attachment-save-what', { name })}
                  onClick={() => save({ area: 'attachments', id, index })}
                >
                  {t('attachment-save')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {outcome}
    </>
  )
}
