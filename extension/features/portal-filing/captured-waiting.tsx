import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { tellBackground } from '../../browser/messages.ts'
import { describeBody } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { type Captured, watchCaptured } from './kept.ts'

/** UploadList by hand that the host would not take: their index is not lost, and another try is a click. */
export function CapturedWaiting() {
  const waiting = useSignal<readonly Captured[]>([])
  useEffect(() => {
    void watchCaptured(captured => {
      waiting.value = captured.filter(({ error }) => error !== null)
    })
  }, [waiting])
  if (waiting.value.length === 0) return null
  return (
    <section class="popup-part">
      {waiting.value.map(({ uploadIndex, fileName, error }) => (
        <div key={uploadIndex}>
          <p class="tab-filed">{t('captured-waiting', { index: uploadIndex, name: fileName })}</p>
          {error && (
            <FailureNotice
              failure={describeBody(error, locale.value)}
              action={{ label: t('retry'), run: () => void tellBackground({ tell: 'retry-captured' }) }}
            />
          )}
          <Button look="link" onClick={() => void tellBackground({ tell: 'forget-captured', uploadIndex })}>
            {t('captured-forget')}
          </Button>
        </div>
      ))}
    </section>
  )
}
