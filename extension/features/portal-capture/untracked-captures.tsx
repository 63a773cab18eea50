import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { tellBackground } from '../../browser/messages.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { type Captured, watchCaptured } from './stored-captures.ts'

/** Declarations from the portal that the host would not accept, each with a button for another try. */
export function UntrackedCaptures() {
  const captures = useSignal<readonly Captured[]>([])
  useEffect(() => {
    void watchCaptured(captured => {
      captures.value = captured.filter(({ error }) => error !== null)
    })
  }, [captures])
  if (captures.value.length === 0) return null
  return (
    <section class="popup-part">
      {captures.value.map(({ uploadIndex, fileName, error }) => (
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
