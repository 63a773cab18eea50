import { useSignal } from '@preact/signals'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { OFFICE_AWAY } from '../../../shared/errors/office-away.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useCall } from '../page/use-call.ts'

type Filing = { state: string; trouble: ErrorBody | null }

/** Whether something was not filed because the filings of the office's other seats were unknown. */
export const waitsForYes = ({ state, trouble }: Filing): boolean =>
  state === 'not-sent' && OFFICE_AWAY.has(String(trouble?.details.reason))

/** Files it all the same, after the user's yes. */
export function FileAlone({ name, file }: { name: string; file: () => Promise<void> }) {
  const isAsking = useSignal(false)
  const { isBusy, error, run } = useCall()
  return (
    <>
      {isAsking.value ? (
        <Confirm
          label={t('office-file-alone')}
          question={t('office-file-alone-ask', { name })}
          yes={t('office-file-alone-yes')}
          onYes={() => {
            isAsking.value = false
            void run(file)
          }}
          onNo={() => {
            isAsking.value = false
          }}
        />
      ) : (
        <div class="draft-actions">
          <Button
            disabled={isBusy}
            onClick={() => {
              isAsking.value = true
            }}
          >
            {t('office-file-alone')}
          </Button>
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
